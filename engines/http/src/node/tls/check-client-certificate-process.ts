import { describeClientCertificate } from './check-client-certificate.ts';
import type { ClientCertificate } from './client-certificates.ts';

process.once('message', (certificate: ClientCertificate) => {
  void describeClientCertificate(certificate).then((verdict) => process.send?.(verdict));
});
// Whoever asked may be gone before the answer.
process.once('disconnect', () => process.exit());
