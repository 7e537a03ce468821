import type { PeerCertificate, TLSSocket } from 'node:tls';
import type { PeerCertificateInfo } from '../../core/result.ts';

const dayMs = 86_400_000;

/** peerCertificateInfo describes the server certificate of a connection; undefined if there is none. */
export function peerCertificateInfo(socket: TLSSocket, now: Date): PeerCertificateInfo | undefined {
  const certificate = socket.getPeerCertificate();
  if (certificate.valid_to === undefined) return undefined;
  return {
    subject: nameOf(certificate.subject),
    issuer: nameOf(certificate.issuer),
    validFrom: new Date(certificate.valid_from).toISOString(),
    validTo: new Date(certificate.valid_to).toISOString(),
    daysLeft: Math.floor((new Date(certificate.valid_to).getTime() - now.getTime()) / dayMs),
    protocol: socket.getProtocol() ?? '',
    cipher: socket.getCipher().name,
  };
}

function nameOf(name: PeerCertificate['subject']): string {
  return Object.entries(name)
    .map(([key, value]) => `${key}=${Array.isArray(value) ? value.join('+') : String(value)}`)
    .join(', ');
}
