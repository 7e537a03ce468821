import type { HarEntry, HarPair, HarPostData } from '../../core/har.ts';
import type { SecretFilter } from './secret-filter.ts';
import type { ObservedSocket } from './socket-log.ts';

/** Bytes kept of one body. */
export const maxBodyBytes = 256 * 1024;
/** Replaces secret values. */
export const hidden = '••••';
/** Comment on a body that is too large. */
export const tooLarge = `The body is larger than ${maxBodyBytes / 1024} KB.`;
/** Comment on pictures, films and other binary bodies. */
export const onlyTexts = 'Only texts are kept.';
/** Comment on the body of a request that Firefox sent. */
export const unknownRequest = 'This browser does not tell what a request sends.';
/** Media types of text bodies. */
export const textTypes =
  /^(text\/|application\/(.+\+)?(json|xml|javascript|ecmascript|x-ndjson|graphql|x-www-form-urlencoded)|image\/svg)/i;

const closedHeaders = /^(cookie|set-cookie|.*authori[sz]ation|.*(token|secret|passw|api-?key|credential|session).*)$/i;

/** shownHeaders masks header values that grant access: cookies, credentials, keys and secrets. */
export const shownHeaders = (headers: readonly HarPair[], filter: SecretFilter): HarPair[] =>
  headers.map(({ name, value }) => ({
    name: filter.clean(name) ?? hidden,
    value: closedHeaders.test(name) ? hidden : (filter.clean(value) ?? hidden),
  }));

/** shownUrl returns a URL without secrets, user name and password. */
export const shownUrl = (url: string, filter: SecretFilter): string =>
  filter.clean(url.replace(/^(\w+:\/\/)[^/?#@]*@/, '$1')) ?? hidden;

/** pairsOf parses a query or a form. */
export const pairsOf = (text: string): HarPair[] =>
  [...new URLSearchParams(text)].map(([name, value]) => ({ name, value }));

/** readPostData returns what is shown of a request's body. */
export function readPostData(mimeType: string, bytes: Buffer, filter: SecretFilter): HarPostData {
  const shown = { mimeType: filter.clean(mimeType) ?? '', params: [] as HarPair[] };
  const isForm = /^application\/x-www-form-urlencoded/i.test(mimeType);
  if (mimeType !== '' && !textTypes.test(mimeType)) return { ...shown, text: '', comment: onlyTexts };
  if (bytes.length > maxBodyBytes) return { ...shown, text: '', comment: tooLarge };
  const text = filter.clean(bytes.toString('utf8'));
  if (text === undefined) return { ...shown, text: '', comment: 'Left out, because it holds a secret.' };
  return { ...shown, text, params: isForm ? pairsOf(text) : [] };
}

/** socketEntry is the log entry of a WebSocket; one that never opened has no response. */
export function socketEntry(
  { startedAt, openedAt, closedAt, code, sent, received }: ObservedSocket,
  url: string,
  endedAt: number,
): HarEntry {
  const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const time = (closedAt ?? endedAt) - startedAt;
  const wait = (openedAt ?? startedAt + time) - startedAt;
  const parts = { cookies: [], headers: [], headersSize: -1, bodySize: -1, httpVersion: 'HTTP/1.1' };
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time,
    request: { ...parts, method: 'GET', url, queryString: pairsOf(url.split('?').slice(1).join('?')) },
    response: {
      ...parts,
      status: openedAt === null ? 0 : 101,
      statusText: openedAt === null ? '' : 'Switching Protocols',
      content: { size: 0, mimeType: '' },
      redirectURL: '',
      ...(openedAt === null && {
        _error: code === null ? 'No answer until the end.' : 'The WebSocket could not be opened.',
      }),
    },
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait, receive: time - wait },
    _resourceType: 'websocket',
    _webSocket: { sent, received, openedAt: instant(openedAt), closedAt: instant(closedAt), code },
  };
}
