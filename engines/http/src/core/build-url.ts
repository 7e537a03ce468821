import { HttpError } from './http-error.ts';
import type { KeyValue } from './plan.ts';

/** Input of `buildUrl`: the address as written, with variables already replaced, and the enabled rows. */
export interface UrlParts {
  url: string;
  queryParams: readonly KeyValue[];
  pathParams: readonly KeyValue[];
}

/** BuiltUrl is the address to send to; `credentials` come from its `user:password@` part. */
export interface BuiltUrl {
  url: URL;
  credentials: { username: string; password: string } | undefined;
}

/**
 * buildUrl fills in path parameters (`{id}` and `/:id`), appends query parameters to the address's own query and checks
 * the result. Existing percent-encoding stays. Throws INVALID_URL or UNRESOLVED_VARIABLE with a sentence about what to
 * correct.
 */
export function buildUrl(parts: UrlParts): BuiltUrl {
  const written = withProtocol(parts.url.trim());
  if (written === '') throw invalid('Enter a URL.');
  if (/[\r\n\t]/.test(written)) throw invalid('The URL contains a line break or a tab. Remove it.');
  const match = /^([^:/?#]*:)?(\/\/)?([^/?#\\]*)([\s\S]*)$/.exec(written)!;
  const scheme = match[1] ?? '';
  const authority = match[3]!;
  assertResolved(`${scheme}${match[2] ?? ''}${authority}`);
  assertScheme(scheme, match[2]);
  if (hostOf(authority) === '') throw invalid('The URL has no host. Write it like https://api.example.com/path.');

  const [path, query] = splitPath(match[4]!);
  const filled = fillPath(path, parts.pathParams);
  const search = joinQuery(query, parts.queryParams);
  const url = parse(`${scheme}//${authority}${filled}${search}`);
  const credentials =
    url.username === '' && url.password === ''
      ? undefined
      : { username: decode(url.username), password: decode(url.password) };
  url.username = '';
  url.password = '';
  url.hash = '';
  return { url, credentials };
}

/**
 * withProtocol prepends `http://` to an address without a protocol, as curl, Postman and browsers do:
 * `localhost:3000/x`.
 */
export function withProtocol(url: string): string {
  if (url === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(url) || /^https?:/i.test(url)) return url;
  // A name before a colon is a host with a port only if digits follow.
  if (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(url) && !/^[^/?#@]*:[^/?#@]*@/.test(url)) return url;
  return `http://${url.replace(/^\/\//, '')}`;
}

function assertResolved(protocolAndHost: string): void {
  const name = /\{\{\s*([^{}]*?)\s*\}\}/.exec(protocolAndHost)?.[1];
  if (name === undefined) return;
  throw new HttpError(
    'UNRESOLVED_VARIABLE',
    `The variable {{${name}}} in the URL has no value. Define it in the environment, or select an environment that has it.`,
  );
}

function assertScheme(scheme: string, slashes: string | undefined): void {
  const name = scheme.toLowerCase();
  if (slashes === undefined || name === '') {
    if (name === 'http:' || name === 'https:') throw invalid(`Write the URL with two slashes: ${name}//host/path.`);
    throw invalid('The URL has no protocol. Start it with http:// or https://.');
  }
  if (name === 'ws:' || name === 'wss:')
    throw invalid(`${name}// is for GraphQL subscriptions over WebSocket. Use http:// or https:// here.`);
  if (name !== 'http:' && name !== 'https:') {
    throw invalid(`The protocol ${scheme.slice(0, -1)} is not supported. Use http:// or https://.`);
  }
}

function hostOf(authority: string): string {
  const afterUser = authority.slice(authority.lastIndexOf('@') + 1);
  return afterUser.startsWith('[') ? afterUser : afterUser.replace(/:\d*$/, '');
}

function parse(text: string): URL {
  try {
    return new URL(text);
  } catch {
    const port = /^[a-z]+:\/\/[^/?#]*:([^/?#\]]*)/i.exec(text)?.[1];
    if (port !== undefined && (!/^\d*$/.test(port) || Number(port) > 65535)) {
      throw invalid(`The port ${port} is not valid. Use a number from 1 to 65535.`);
    }
    throw invalid('The host of the URL is not valid. Check it for typing errors.');
  }
}

function splitPath(rest: string): [path: string, query: string] {
  const withoutFragment = rest.split('#', 1)[0]!;
  const question = withoutFragment.indexOf('?');
  if (question === -1) return [withoutFragment, ''];
  return [withoutFragment.slice(0, question), withoutFragment.slice(question)];
}

function fillPath(path: string, params: readonly KeyValue[]): string {
  const values = new Map(params.map((param) => [param.key, param.value]));
  // One pass, so that a value that looks like a parameter is not filled in again.
  return path.replace(
    /\{\{[^{}]*\}\}|\{([^{}/]+)\}|(?<=\/):([A-Za-z_][\w.-]*)(?=\/|$)/g,
    (whole, braced?: string, colon?: string) => {
      const name = braced ?? colon;
      if (name === undefined) return whole;
      const value = values.get(name);
      if (value === undefined && braced === undefined) return whole;
      if (value !== undefined && value !== '') return encodeSegment(name, value);
      throw invalid(
        `The path parameter {${name}} has no value. Add it to the path parameters or remove it from the URL.`,
      );
    },
  );
}

function encodeSegment(name: string, value: string): string {
  if (/^(\.|%2e){1,2}$/i.test(value)) {
    throw invalid(`The path parameter ${name} cannot be "${value}", because the URL would then point to another path.`);
  }
  return encodeKeeping(value);
}

function joinQuery(query: string, params: readonly KeyValue[]): string {
  if (params.length === 0) return query;
  const added = params.map(({ key, value }) => `${encodeQuery(key)}=${encodeQuery(value)}`).join('&');
  if (query === '' || query === '?') return `?${added}`;
  return query.endsWith('&') ? `${query}${added}` : `${query}&${added}`;
}

function encodeQuery(text: string): string {
  return encodeKeeping(text).replace(/%(3A|2F|2C|40|24)/g, decodeURIComponent);
}

/** Encodes all reserved characters but keeps `%XX` written by the user. */
function encodeKeeping(text: string): string {
  return text
    .toWellFormed()
    .split(/(%[0-9A-Fa-f]{2})/)
    .map((part, index) => (index % 2 === 1 ? part : encodeURIComponent(part)))
    .join('');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function invalid(message: string): HttpError {
  return new HttpError('INVALID_URL', message);
}
