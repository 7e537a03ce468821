import type { CertificateType } from '@touchstone/contracts/workspaces';
import type { ClientCertificate } from '@touchstone/engine-http';

/** The content of a certificate's uploaded files; sealed wherever it is stored. */
export type CertificateContent =
  | { type: Extract<CertificateType, 'PEM'>; certificate: string; key: string }
  /** `pfx` is Base64. */
  | { type: Extract<CertificateType, 'PFX'>; pfx: string };

/** The content with the passphrase that opens it. */
export interface CertificateMaterial {
  content: CertificateContent;
  passphrase?: string | undefined;
}

/** A certificate as stored in plans: sealed until the runner needs it. */
export interface PlannedCertificate {
  domain: string;
  sealed: { value: string; place: string };
}

const pemBlock = /-----BEGIN ([A-Z0-9 ]+)-----(?:(?!-----)[\s\S])*-----END \1-----/g;

/** readCertificateFiles detects the type of uploaded files by their content, not by their names. */
export function readCertificateFiles(
  files: readonly { fileName: string; bytes: Uint8Array }[],
): { content: CertificateContent } | { problem: string } {
  const [first] = files;
  const archive = files.find(({ bytes }) => isPfx(bytes));
  if (first && archive) {
    if (files.length > 1) return { problem: 'A PFX file holds certificate and private key. Select it alone.' };
    return { content: { type: 'PFX', pfx: Buffer.from(archive.bytes).toString('base64') } };
  }
  const certificates: string[] = [];
  const keys: string[] = [];
  for (const { fileName, bytes } of files) {
    const blocks = [...new TextDecoder('latin1').decode(bytes).matchAll(pemBlock)];
    if (blocks.length === 0)
      return { problem: `${fileName} is neither PEM nor PFX. Convert the certificate to one of them.` };
    for (const [text, label = ''] of blocks) {
      if (label === 'CERTIFICATE') certificates.push(text);
      else if (label.endsWith('PRIVATE KEY')) keys.push(text);
    }
  }
  if (keys.length > 1)
    return { problem: `There are ${keys.length} private keys. Select the one of the certificate only.` };
  const [key] = keys;
  if (certificates.length === 0) return { problem: 'There is no certificate in it. Select the certificate too.' };
  if (!key) return { problem: 'There is no private key in it. Select the private key of the certificate too.' };
  return { content: { type: 'PEM', certificate: certificates.join('\n'), key } };
}

/** PFX ::= SEQUENCE { version INTEGER (3), … } (RFC 7292 §4), in definite or indefinite length. */
function isPfx(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x30) return false;
  const length = bytes[1] ?? 0;
  const start = 2 + (length > 0x80 ? length & 0x7f : 0);
  return bytes[start] === 0x02 && bytes[start + 1] === 0x01 && bytes[start + 2] === 0x03;
}

/** toClientCertificate returns the certificate in the form the engine presents to hosts of `domain`. */
export function toClientCertificate(domain: string, { content, passphrase }: CertificateMaterial): ClientCertificate {
  const shared = { domain, ...(passphrase ? { passphrase } : {}) };
  return content.type === 'PEM'
    ? { ...shared, format: 'pem', certificate: content.certificate, key: content.key }
    : { ...shared, format: 'pfx', pfx: Buffer.from(content.pfx, 'base64') };
}

/** validityWarning returns why servers may reject a certificate at the time `now`, or null. */
export function validityWarning({ validFrom, validTo }: { validFrom: Date; validTo: Date }, now: Date): string | null {
  const day = (at: Date) => at.toISOString().slice(0, 10);
  if (validTo <= now) return `This certificate expired on ${day(validTo)}. Servers will refuse it.`;
  if (validFrom > now) return `This certificate is valid from ${day(validFrom)} on. Servers will refuse it until then.`;
  return null;
}
