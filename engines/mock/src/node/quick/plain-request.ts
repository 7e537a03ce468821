import { type MockRequest, shareHeaders } from '../../core/request/request-view.ts';

/** A request with a plain head, and the place of its body in the received bytes. */
export interface PlainRequest {
  method: string;
  url: string;
  headers: HeaderBlock;
  bodyStart: number;
  /** Offset of the first byte after the request; it may lie beyond the bytes received so far. */
  end: number;
}

/** Parsed headers of a request. */
interface HeaderBlock {
  pairs: MockRequest['headers'];
  contentLength: number;
  /** Value of `Host`. */
  authority: string;
}

const headLimit = 16 * 1024;
const maxHeaders = 100;
const requestLine = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\/[!$-~]*) HTTP\/1\.1$/;
const headerLine = /^([\w!#$%&'*+.^`|~-]+):([\t\x20-\x7e\x80-\xff]*)$/;
/** Headers left to Node's server. */
const unusual = new Set([
  'transfer-encoding',
  'expect',
  'upgrade',
  'te',
  'trailer',
  'http2-settings',
  'proxy-connection',
]);

/**
 * PlainRequestReader parses HTTP/1.1 requests that consist only of a known method, a path, ordinary headers and a body
 * of known length. It is strict: anything doubtful is not parsed. Repeated header blocks are parsed once.
 */
export class PlainRequestReader {
  #text = '';
  #block: HeaderBlock | undefined;

  /** The request that starts at an offset; undefined if it isn't plain, or its head is incomplete. */
  read(bytes: Buffer, at: number): PlainRequest | undefined {
    const headEnd = bytes.indexOf('\r\n\r\n', at, 'latin1');
    if (headEnd < 0 || headEnd - at > headLimit) return undefined;
    const text = bytes.toString('latin1', at, headEnd);
    const cut = text.indexOf('\r\n');
    const line = requestLine.exec(cut < 0 ? text : text.slice(0, cut));
    const headers = this.#headers(cut < 0 ? '' : text.slice(cut + 2));
    if (line === null || headers === undefined) return undefined;
    const bodyStart = headEnd + 4;
    return { method: line[1]!, url: line[2]!, headers, bodyStart, end: bodyStart + headers.contentLength };
  }

  #headers(text: string): HeaderBlock | undefined {
    if (this.#block !== undefined && text === this.#text) return this.#block;
    const block = readHeaders(text);
    if (block === undefined) return undefined;
    this.#text = text;
    this.#block = block;
    return block;
  }
}

function readHeaders(text: string): HeaderBlock | undefined {
  const pairs: [string, string][] = [];
  const known = { lengths: [] as string[], hosts: [] as string[] };
  for (const line of text.split('\r\n')) {
    const [, name, given] = headerLine.exec(line) ?? [];
    if (name === undefined || given === undefined || pairs.length === maxHeaders) return undefined;
    const value = given.trim();
    pairs.push([name, value]);
    const lower = name.toLowerCase();
    if (unusual.has(lower) || (lower === 'connection' && value.toLowerCase() !== 'keep-alive')) return undefined;
    if (lower === 'content-length') known.lengths.push(value);
    else if (lower === 'host') known.hosts.push(value);
  }
  const { lengths, hosts } = known;
  const [length = '0'] = lengths;
  const [authority] = hosts;
  if (authority === undefined || hosts.length > 1 || lengths.length > 1 || !/^\d{1,9}$/.test(length)) return undefined;
  shareHeaders(pairs);
  return { pairs, contentLength: Number(length), authority };
}
