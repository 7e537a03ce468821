import { writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Download, Frame, Page, Request, Response } from 'playwright-core';

/** Maximum bytes of a body kept for steps and the network log, and of a download. */
const maxBodyBytes = 2_000_000;
const maxDownloadBytes = 50 * 1024 * 1024;
const httpVersions: Record<string, string> = { '1.0': 'HTTP/1.0', '1.1': 'HTTP/1.1' };

/** Node's error codes and the browsers' names for them. */
const netErrors: Record<string, string> = {
  ECONNREFUSED: 'CONNECTION_REFUSED',
  ECONNRESET: 'CONNECTION_RESET',
  ENOTFOUND: 'NAME_NOT_RESOLVED',
  EAI_AGAIN: 'NAME_NOT_RESOLVED',
  ETIMEDOUT: 'TIMED_OUT',
  EHOSTUNREACH: 'ADDRESS_UNREACHABLE',
  ENETUNREACH: 'ADDRESS_UNREACHABLE',
  CERT_HAS_EXPIRED: 'CERT_DATE_INVALID',
  CERT_NOT_YET_VALID: 'CERT_DATE_INVALID',
  ERR_TLS_CERT_ALTNAME_INVALID: 'CERT_COMMON_NAME_INVALID',
  CERT_REVOKED: 'CERT_REVOKED',
};
const netError = (code: string): string => {
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO_|SIGNATURE/.test(code);
  return `net::ERR_${netErrors[code] ?? (isCertificate ? 'CERT_AUTHORITY_INVALID' : code.replace(/^(?:net::)?(?:ERR_)?/, ''))}`;
};

const pairs = (raw: readonly string[]) =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [{ name, value: raw[at + 1] ?? '' }] : []));
const record = (raw: readonly string[]) =>
  Object.fromEntries(pairs(raw).map(({ name, value }) => [name.toLowerCase(), value]));
const bytesOf = (raw: readonly string[]) => raw.reduce((sum, text) => sum + text.length + 2, 2);

/** Collects a body as it passes by, up to a limit. */
class Body {
  readonly #chunks: Buffer[] = [];
  size = 0;
  most = maxBodyBytes;
  add(chunk: Buffer): void {
    if (this.size < this.most) this.#chunks.push(chunk);
    this.size += chunk.length;
  }
  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

/** A request through a session's proxy, with its response, in the form of Playwright's objects. */
export class Exchange {
  readonly #startedAt = Date.now();
  readonly #sent = new Body();
  readonly #got = new Body();
  readonly #ended = Promise.withResolvers<void>();
  readonly #url: string;
  readonly #method: string;
  readonly #headers: readonly string[];
  readonly #frame: Frame;
  #answeredAt = -1;
  #endedAt = -1;
  #status = 0;
  #statusText = '';
  #version = 'HTTP/1.1';
  #answerHeaders: readonly string[] = [];
  #failure: string | undefined;

  /** `page` is the tab that was open; the requesting frame is unknown. */
  constructor(
    url: string,
    { method = 'GET', rawHeaders }: Pick<IncomingMessage, 'method' | 'rawHeaders'>,
    page: () => Page,
  ) {
    this.#frame = { page } as Frame;
    this.#url = url;
    this.#method = method;
    this.#headers = rawHeaders;
  }

  /** A chunk that the browser sends. */
  sent(chunk: Buffer): void {
    this.#sent.add(chunk);
  }
  answered(answer: { status: number; statusText: string; version: string; rawHeaders: readonly string[] }): void {
    this.#answeredAt = Date.now();
    this.#status = answer.status;
    this.#statusText = answer.statusText;
    this.#version = httpVersions[answer.version] ?? `HTTP/${answer.version}`;
    this.#answerHeaders = answer.rawHeaders;
    if (this.fileName !== undefined) this.#got.most = maxDownloadBytes;
  }
  /** File name of a response that is a download: from its server, or from the end of the URL. */
  get fileName(): string | undefined {
    const disposition = record(this.#answerHeaders)['content-disposition'] ?? '';
    if (!/^\s*attachment/i.test(disposition)) return undefined;
    const [, extended] = /filename\*=(?:utf-8|iso-8859-1)'[^']*'([^;]+)/i.exec(disposition) ?? [];
    const [, quoted, bare] = /filename=(?:"([^"]*)"|([^;\s]+))/i.exec(disposition) ?? [];
    const named = extended === undefined ? (quoted ?? bare) : decodeURIComponent(extended);
    return named || (new URL(this.#url).pathname.split('/').at(-1) ?? '');
  }
  got(chunk: Buffer): void {
    this.#got.add(chunk);
  }
  ended(failure?: string): void {
    this.#endedAt = Date.now();
    this.#failure = failure && netError(failure);
    this.#ended.resolve();
  }

  readonly request = {
    url: () => this.#url,
    method: () => this.#method,
    headers: () => record(this.#headers),
    headersArray: async () => pairs(this.#headers),
    postDataBuffer: () => (this.#sent.size > 0 ? this.#sent.bytes : null),
    failure: () => (this.#failure === undefined ? null : { errorText: this.#failure }),
    resourceType: () => 'other',
    frame: () => this.#frame,
    timing: () => ({
      startTime: this.#startedAt,
      domainLookupStart: -1,
      domainLookupEnd: -1,
      connectStart: -1,
      secureConnectionStart: -1,
      connectEnd: -1,
      requestStart: 0,
      responseStart: this.#answeredAt < 0 ? -1 : this.#answeredAt - this.#startedAt,
      responseEnd: this.#endedAt < 0 ? -1 : this.#endedAt - this.#startedAt,
    }),
    sizes: async () => ({
      requestBodySize: this.#sent.size,
      requestHeadersSize: bytesOf(this.#headers),
      responseBodySize: this.#got.size,
      responseHeadersSize: bytesOf(this.#answerHeaders),
    }),
  } satisfies Partial<Request>;

  readonly response = {
    url: () => this.#url,
    status: () => this.#status,
    statusText: () => this.#statusText,
    request: () => this.request as unknown as Request,
    headers: () => record(this.#answerHeaders),
    headersArray: async () => pairs(this.#answerHeaders),
    httpVersion: async () => this.#version,
    body: () => this.#body(),
    text: async () => (await this.#body()).toString('utf8'),
  } satisfies Partial<Response>;

  /** The response as a file in a folder. */
  download(folder: () => Promise<string>): Pick<Download, 'suggestedFilename' | 'failure' | 'path' | 'url'> {
    return {
      url: () => this.#url,
      suggestedFilename: () => this.fileName ?? '',
      failure: async () => {
        await this.#ended.promise;
        if (this.#got.size > maxDownloadBytes) return 'it has more than 50 MB';
        return this.#failure ?? null;
      },
      path: async () => {
        const path = join(await folder(), 'download');
        await writeFile(path, await this.#body());
        return path;
      },
    };
  }

  async #body(): Promise<Buffer> {
    await this.#ended.promise;
    return this.#got.bytes;
  }
}
