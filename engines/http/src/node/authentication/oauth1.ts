import { createHash, createHmac, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { Clock } from '@touchstone/kernel';
import { HttpError } from '../../core/http-error.ts';
import type { PreparedBody } from '../../core/prepare-request.ts';
import type { OAuth1Signature } from '../../core/signed-authentication.ts';
import type { FileSource } from '../body/file-source.ts';
import { headerValue } from '../transport/transfer.ts';
import { type RequestAuthenticator, type UnsignedRequest, withHeaders } from './authenticator.ts';
import { hashBody } from './body-hash.ts';
import { readPrivateKey } from './private-key.ts';

const signAsync = promisify(sign);
const formType = /^\s*application\/x-www-form-urlencoded\s*(;|$)/i;

/** A parameter of a request, decoded. */
export type OAuth1Parameter = [name: string, value: string];

/** percentEncode encodes according to RFC 5849 §3.6. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** decodeForm decodes `a=1&b=2` as a form. */
export function decodeForm(text: string): OAuth1Parameter[] {
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): OAuth1Parameter => {
      const equals = pair.indexOf('=');
      return equals === -1 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))];
    });
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** signatureBaseString returns the text to sign (RFC 5849 §3.4.1); `host` is the value of the Host header. */
export function signatureBaseString(
  { method, url, host }: { method: string; url: URL; host: string },
  parameters: readonly OAuth1Parameter[],
): string {
  const scheme = url.protocol.slice(0, -1);
  const authority = host.toLowerCase().replace(scheme === 'https' ? /:443$/ : /:80$/, '');
  const normalized = parameters
    .map(([name, value]): OAuth1Parameter => [percentEncode(name), percentEncode(value)])
    .sort(
      ([leftName, leftValue], [rightName, rightValue]) => order(leftName, rightName) || order(leftValue, rightValue),
    )
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return [method.toUpperCase(), `${scheme}://${authority}${url.pathname}`, normalized].map(percentEncode).join('&');
}

const order = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/**
 * oauth1Signature signs a base string with the credentials' method (RFC 5849 §3.4.2 to 3.4.4). Throws AUTHENTICATION if
 * the key is unsuitable.
 */
export async function oauth1Signature(baseString: string, credentials: OAuth1Signature): Promise<string> {
  const { signatureMethod, consumerSecret = '', tokenSecret = '', privateKey = '' } = credentials;
  const secrets = `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`;
  if (signatureMethod === 'PLAINTEXT') return secrets;
  const hash = hashOf(signatureMethod);
  if (signatureMethod.startsWith('HMAC-')) return createHmac(hash, secrets).update(baseString).digest('base64');
  const key = readPrivateKey(privateKey, 'OAuth 1.0');
  if (key.asymmetricKeyType !== 'rsa')
    throw new HttpError('AUTHENTICATION', `The method ${signatureMethod} of OAuth 1.0 needs an RSA key.`);
  // With RSA's padding of PKCS #1, Node's default.
  const signature = await signAsync(hash, Buffer.from(baseString), key);
  return signature.toString('base64');
}

const hashOf = (method: OAuth1Signature['signatureMethod']): string => method.replace(/^.*-/, '').toLowerCase();

/**
 * OAuth1Authenticator signs each request with OAuth 1.0a, including form parameters, and other bodies by their hash.
 */
export class OAuth1Authenticator implements RequestAuthenticator {
  readonly #credentials: OAuth1Signature;
  readonly #clock: Clock;
  readonly #files: FileSource | undefined;

  constructor(credentials: OAuth1Signature, clock: Clock, files: FileSource | undefined) {
    this.#credentials = credentials;
    this.#clock = clock;
    this.#files = files;
  }

  async sign(request: UnsignedRequest): Promise<UnsignedRequest> {
    const { method, url, headers, body } = request;
    const { in: place, realm } = this.#credentials;
    const form = formOf(request);
    if (place === 'body') assertForm(request, form);
    const own = await this.#parameters(body, form !== undefined);
    const baseString = signatureBaseString({ method, url, host: headerValue(headers, 'host') ?? url.host }, [
      ...decodeForm(url.search.slice(1)),
      ...decodeForm(form ?? ''),
      ...own,
    ]);
    const signed: OAuth1Parameter[] = [
      ...own,
      ['oauth_signature', await oauth1Signature(baseString, this.#credentials)],
    ];
    const encoded = signed.map(([name, value]) => [percentEncode(name), percentEncode(value)] as const);
    if (place === 'header') {
      const parts = encoded.map(([name, value]) => `${name}="${value}"`);
      const realmPart = realm ? [`realm="${realm.replace(/["\\]/g, '\\$&')}"`] : [];
      return withHeaders(request, ['Authorization', `OAuth ${[...realmPart, ...parts].join(', ')}`]);
    }
    const added = encoded.map(([name, value]) => `${name}=${value}`).join('&');
    if (place === 'body') return withForm(request, form ? `${form}&${added}` : added);
    const next = new URL(url);
    next.search = url.search.length > 1 ? `${url.search}&${added}` : `?${added}`;
    return { ...request, url: next };
  }

  learn(): boolean {
    return false;
  }

  async #parameters(body: PreparedBody, isForm: boolean): Promise<OAuth1Parameter[]> {
    const { consumerKey, token, signatureMethod, callback, verifier, timestamp, nonce, includeBodyHash } =
      this.#credentials;
    // OAuth Request Body Hash §4.1: never for forms, whose parameters are signed directly.
    const hasBodyHash = includeBodyHash === true && !isForm && signatureMethod !== 'PLAINTEXT';
    const bodyHash = hasBodyHash
      ? (await hashBody(body, this.#files, createHash(hashOf(signatureMethod)))).digest('base64')
      : undefined;
    const all: [string, string | undefined][] = [
      ['oauth_consumer_key', consumerKey.trim()],
      ['oauth_token', token?.trim()],
      ['oauth_signature_method', signatureMethod],
      ['oauth_timestamp', timestamp?.trim() || String(Math.floor(this.#clock.now().getTime() / 1000))],
      ['oauth_nonce', nonce?.trim() || randomBytes(16).toString('hex')],
      ['oauth_version', '1.0'],
      ['oauth_body_hash', bodyHash],
      ['oauth_callback', callback],
      ['oauth_verifier', verifier],
    ];
    return all.filter((entry): entry is OAuth1Parameter => entry[1] !== undefined && entry[1] !== '');
  }
}

/** The text of a form; undefined for any other body. */
function formOf({ headers, body }: UnsignedRequest): string | undefined {
  if (body.kind !== 'bytes' || !formType.test(headerValue(headers, 'content-type') ?? '')) return undefined;
  return Buffer.from(body.bytes).toString('utf8');
}

function assertForm({ method, body }: UnsignedRequest, form: string | undefined): void {
  if (form !== undefined || (body.kind === 'none' && !/^(GET|HEAD)$/.test(method))) return;
  throw new HttpError(
    'AUTHENTICATION',
    'The OAuth 1.0 parameters fit only into a body of the type x-www-form-urlencoded. Send them in the header or the query.',
  );
}

function withForm(request: UnsignedRequest, form: string): UnsignedRequest {
  const contentType = 'application/x-www-form-urlencoded';
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  const hasType = headerValue(headers, 'content-type') !== undefined;
  return {
    ...request,
    headers: hasType ? headers : [...headers, ['Content-Type', contentType]],
    body: { kind: 'bytes', bytes: Buffer.from(form), contentType },
  };
}
