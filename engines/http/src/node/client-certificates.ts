import { createSecureContext } from 'node:tls';
import { HttpError } from '../core/http-error.ts';

/**
 * ClientCertificate is presented to hosts that match `domain`: a host name, `*.example.com` for its subdomains, `*` for all, each with
 * an optional `:port`.
 */
export type ClientCertificate = { domain: string; passphrase?: string } & (
  | { format: 'pem'; certificate: string; key: string }
  | { format: 'pfx'; pfx: Uint8Array }
);

/** Key material as `node:tls` takes it. */
export interface KeyMaterial {
  cert?: string;
  key?: string;
  pfx?: Buffer;
  passphrase?: string;
  ca?: string[];
}

/** findClientCertificate gives the certificate for a host; the most specific domain wins. */
export function findClientCertificate(
  certificates: readonly ClientCertificate[],
  hostname: string,
  port: number,
): ClientCertificate | undefined {
  let best: { certificate: ClientCertificate; rank: number } | undefined;
  for (const certificate of certificates) {
    const rank = matchRank(certificate.domain, hostname.toLowerCase(), port);
    if (rank > 0 && rank > (best?.rank ?? 0)) best = { certificate, rank };
  }
  return best?.certificate;
}

function matchRank(domain: string, hostname: string, port: number): number {
  const [, pattern = '', portText] = /^(.*?)(?::(\d+|\*))?$/.exec(domain.trim().toLowerCase())!;
  if (portText !== undefined && portText !== '*' && Number(portText) !== port) return 0;
  const portRank = portText === undefined || portText === '*' ? 0 : 1;
  if (pattern === hostname) return 1_000_000 + portRank;
  if (pattern === '*') return 1 + portRank;
  if (pattern.startsWith('*.') && hostname.endsWith(pattern.slice(1))) return pattern.length * 10 + portRank;
  return 0;
}

/** keyMaterial checks a client certificate and gives it as `node:tls` takes it. Throws CLIENT_CERTIFICATE with the reason. */
export async function keyMaterial(certificate: ClientCertificate): Promise<KeyMaterial> {
  const passphrase = certificate.passphrase === undefined ? {} : { passphrase: certificate.passphrase };
  const material: KeyMaterial =
    certificate.format === 'pem'
      ? { cert: certificate.certificate, key: certificate.key, ...passphrase }
      : { pfx: Buffer.from(certificate.pfx), passphrase: certificate.passphrase ?? '' };
  try {
    createSecureContext(material);
    return material;
  } catch (error) {
    if (certificate.format === 'pfx') return await convertPfx(certificate);
    throw new HttpError('CLIENT_CERTIFICATE', pemProblem(certificate.domain, error), error);
  }
}

function pemProblem(domain: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const subject = `The client certificate for ${domain}`;
  if (/bad decrypt|bad password|interrupted or cancelled|empty password|Passphrase/i.test(message)) {
    return `${subject} cannot be opened: the passphrase of its key is wrong or missing.`;
  }
  if (/mismatch/i.test(message)) return `${subject} does not belong to its private key.`;
  return `${subject} cannot be read (${message}). Upload certificate and key in PEM format.`;
}

/** Node's OpenSSL refuses PFX files with the old RC2 and 3DES ciphers; forge opens them. */
async function convertPfx(certificate: ClientCertificate & { format: 'pfx' }): Promise<KeyMaterial> {
  const { default: forge } = await import('node-forge');
  const subject = `The client certificate for ${certificate.domain}`;
  try {
    const bytes = forge.util.createBuffer(Buffer.from(certificate.pfx).toString('latin1'));
    const archive = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(bytes), false, certificate.passphrase ?? '');
    const { certBag, keyBag, pkcs8ShroudedKeyBag } = forge.pki.oids;
    const certificates = archive.getBags({ bagType: certBag! })[certBag!] ?? [];
    const keys = [
      ...(archive.getBags({ bagType: pkcs8ShroudedKeyBag! })[pkcs8ShroudedKeyBag!] ?? []),
      ...(archive.getBags({ bagType: keyBag! })[keyBag!] ?? []),
    ];
    const key = keys[0]?.key;
    const chain = certificates.flatMap((bag) => (bag.cert ? [forge.pki.certificateToPem(bag.cert)] : []));
    if (!key || chain.length === 0) {
      throw new HttpError('CLIENT_CERTIFICATE', `${subject} holds no certificate with a private key. Export it again.`);
    }
    const material = { cert: chain.join('\n'), key: forge.pki.privateKeyToPem(key) };
    createSecureContext(material);
    return material;
  } catch (error) {
    if (error instanceof HttpError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const wrong = /MAC could not be verified|Invalid password/i.test(message);
    const text = wrong
      ? `${subject} cannot be opened: the passphrase is wrong.`
      : `${subject} is not a readable PFX (PKCS #12) file: ${message}.`;
    throw new HttpError('CLIENT_CERTIFICATE', text, error);
  }
}
