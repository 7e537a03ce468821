import { createPrivateKey, type KeyObject } from 'node:crypto';
import { HttpError } from '../../core/http-error.ts';

/** A signature with a longer key takes a noticeable fraction of a second. */
const maxModulusBits = 8192;

/**
 * readPrivateKey parses a PEM key, even with lost line breaks, or a `data:` URL (PKCS #8 in Base64). Throws
 * AUTHENTICATION with a sentence about `owner` if that fails.
 */
export function readPrivateKey(text: string, owner: string): KeyObject {
  const fail = (reason: string, cause?: unknown) =>
    new HttpError('AUTHENTICATION', `The private key of the ${owner} authentication ${reason}`, cause);
  const written = text.trim().replace(/^"([\s\S]*)"$/, '$1');
  if (written === '') throw fail('is missing. Enter it in PEM format.');
  let key: KeyObject;
  try {
    key = /^data:/i.test(written) ? fromDataAddress(written) : createPrivateKey(withLineBreaks(written));
  } catch (error) {
    const isEncrypted = /ENCRYPTED/.test(written);
    throw isEncrypted
      ? fail('is encrypted. Enter it without a pass phrase.', error)
      : fail('cannot be read. Enter it in PEM format, with its first and last line.', error);
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits > maxModulusBits) throw fail(`has ${bits} bits. Use one of at most ${maxModulusBits}.`);
  return key;
}

/** Single-line fields and environment variables turn line breaks into spaces or `\n`. */
function withLineBreaks(pem: string): string {
  const parts = /^(-----BEGIN [A-Z0-9 ]+-----)([\s\S]*?)(-----END [A-Z0-9 ]+-----)/.exec(pem.replaceAll('\\n', '\n'));
  if (parts === null) return pem;
  const [, begin = '', content = '', end = ''] = parts;
  const base64 = content.replace(/\s+/g, '');
  return /^[A-Za-z0-9+/=]*$/.test(base64) ? `${begin}\n${base64.replace(/.{1,64}/g, '$&\n')}${end}\n` : pem;
}

function fromDataAddress(text: string): KeyObject {
  const encoded = decodeURIComponent(text).split(';base64,')[1] ?? '';
  return createPrivateKey({ key: Buffer.from(encoded, 'base64'), format: 'der', type: 'pkcs8' });
}
