import { describeClientCertificate } from './check-client-certificate.ts';
import type { ClientCertificate } from './client-certificates.ts';

process.once('message', (certificate: ClientCertificate) => {
  void describeClientCertificate(certificate).then((verdict) => process.send?.(verdict));
});
// The caller may have exited before the response.
process.once('disconnect', () => process.exit());
