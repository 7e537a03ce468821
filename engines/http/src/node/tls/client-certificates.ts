import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { pki } from 'node-forge';
import { HttpError } from '../../core/http-error.ts';

/**
 * ClientCertificate is presented to hosts that match `domain`: a host name, `*.example.com` for its subdomains, `*` for
 * all, each with an optional `:port`.
 */
export type ClientCertificate = { domain: string; passphrase?: string } & (
  | { format: 'pem'; certificate: string; key: string }
  | { format: 'pfx'; pfx: Uint8Array }
);

/** Key material in the format of `node:tls`. */
export interface KeyMaterial {
  cert?: string;
  key?: string;
  pfx?: Buffer;
  passphrase?: string;
  ca?: string[];
}

/** The problem with a client certificate: its passphrase, a key that doesn't belong to it, or the file itself. */
export type ClientCertificateProblem = 'passphrase' | 'key' | 'file';

/** ClientCertificateError says why a client certificate can't be presented. */
export class ClientCertificateError extends HttpError {
  readonly problem: ClientCertificateProblem;

  constructor(problem: ClientCertificateProblem, message: string, cause?: unknown) {
    super('CLIENT_CERTIFICATE', message, cause);
    this.problem = problem;
  }
}

/** findClientCertificate returns the certificate for a host; the most specific domain takes precedence. */
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
  if (pattern.replace(/^\[|\]$/g, '') === hostname) return 1_000_000 + portRank;
  if (pattern === '*') return 1 + portRank;
  if (pattern.startsWith('*.') && hostname.endsWith(pattern.slice(1))) return pattern.length * 10 + portRank;
  return 0;
}

/**
 * keyMaterial checks a client certificate and returns it in the format of `node:tls`.
 * @throws ClientCertificateError with the reason
 */
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
    throw pemError(certificate, error);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function pemError(pem: ClientCertificate & { format: 'pem' }, error: unknown): ClientCertificateError {
  const subject = `The client certificate for ${pem.domain}`;
  const unreadable = (reason: string) =>
    new ClientCertificateError(
      'file',
      `${subject} cannot be read (${reason}). Upload certificate and key in PEM format.`,
      error,
    );
  try {
    new X509Certificate(pem.certificate);
  } catch (cause) {
    return unreadable(messageOf(cause));
  }
  if (/mismatch/i.test(messageOf(error)))
    return new ClientCertificateError('key', `${subject} does not belong to its private key.`, error);
  // A wrong passphrase can cause various errors, because the decrypted data is noise.
  if (pem.key.includes('ENCRYPTED'))
    return new ClientCertificateError(
      'passphrase',
      `${subject} cannot be opened: the passphrase of its key is wrong or missing.`,
      error,
    );
  return unreadable(messageOf(error));
}

/** Node's OpenSSL rejects PFX files with the old RC2 and 3DES ciphers; forge opens them. */
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
    const isOwn = (found: pki.Certificate) =>
      key !== undefined && (found.publicKey as pki.rsa.PublicKey).n.equals((key as pki.rsa.PrivateKey).n);
    const chain = certificates
      .flatMap((bag) => bag.cert ?? [])
      .sort((left, right) => Number(isOwn(right)) - Number(isOwn(left)));
    if (!key || chain.length === 0) {
      throw new ClientCertificateError('file', `${subject} holds no certificate with a private key. Export it again.`);
    }
    const cert = chain.map((found) => forge.pki.certificateToPem(found)).join('\n');
    const material = { cert, key: forge.pki.privateKeyToPem(key) };
    createSecureContext(material);
    return material;
  } catch (error) {
    if (error instanceof HttpError) throw error;
    const message = messageOf(error);
    const wrong = /MAC could not be verified|Invalid password/i.test(message);
    const text = wrong
      ? `${subject} cannot be opened: the passphrase is wrong.`
      : `${subject} is not a readable PFX (PKCS #12) file: ${message}.`;
    throw new ClientCertificateError(wrong ? 'passphrase' : 'file', text, error);
  }
}
