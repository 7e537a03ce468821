import { decodeText } from '@touchstone/engine-assert/core';
import { Subject } from '../match/subject.ts';
import type { WorkLimits } from '../match/value-matcher.ts';
import { type MultipartPart, readMultipart } from './multipart.ts';
import { type GraphQlRequest, readGraphQl, readSoapAction } from './protocols.ts';

/** A request as it arrives, before anything is parsed. */
export interface MockRequest {
  method: string;
  /** Path and query as sent. */
  url: string;
  scheme: string;
  /** Host name without port. */
  host: string;
  port: number;
  clientIp: string;
  protocol: string;
  /** Path before `url`, if the mock is not at the root of its host. */
  mount?: string | undefined;
  /** Names and values in the order sent. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array;
}

const noValues: readonly string[] = [];
/** Headers shared by several requests, parsed once. */
const shared = new WeakMap<MockRequest['headers'], ReadonlyMap<string, string[]>>();

/** shareHeaders parses headers once for all requests that use this same array. */
export function shareHeaders(headers: MockRequest['headers']): void {
  shared.set(headers, headersOf(headers));
}

function headersOf(headers: MockRequest['headers']): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [name, value] of headers) addTo(found, name.toLowerCase(), value);
  return found;
}

/** RequestView parses the parts of a request on first access. */
export class RequestView {
  readonly request: MockRequest;
  readonly path: string;
  /** Limits for matching this request. */
  readonly limits: WorkLimits;
  /** Variables of the path template that matched. */
  pathParameters: Record<string, string> = {};
  readonly #queryStart: number;
  #headers: ReadonlyMap<string, string[]> | undefined;
  #segments: string[] | undefined;
  #query: Map<string, string[]> | undefined;
  #form: Map<string, string[]> | undefined;
  #cookies: Map<string, string[]> | undefined;
  #parts: MultipartPart[] | undefined;
  #body: Subject | undefined;
  #graphQl: GraphQlRequest | undefined | null = null;
  #soapAction: string | undefined | null = null;

  constructor(request: MockRequest, limits: WorkLimits = {}) {
    this.request = request;
    this.limits = limits;
    const at = request.url.indexOf('?');
    this.#queryStart = at;
    this.path = at < 0 ? request.url : request.url.slice(0, at);
  }

  get segments(): string[] {
    this.#segments ??= this.path.slice(1).split('/');
    return this.#segments;
  }

  get allHeaders(): ReadonlyMap<string, string[]> {
    this.#headers ??= shared.get(this.request.headers) ?? headersOf(this.request.headers);
    return this.#headers;
  }

  header(name: string): readonly string[] {
    return this.allHeaders.get(name.toLowerCase()) ?? noValues;
  }

  get allQuery(): ReadonlyMap<string, string[]> {
    this.#query ??= readPairs(this.#queryStart < 0 ? '' : this.request.url.slice(this.#queryStart + 1));
    return this.#query;
  }

  query(name: string): readonly string[] {
    return this.allQuery.get(name) ?? this.allQuery.get(`${name}[]`) ?? noValues;
  }

  get allForm(): ReadonlyMap<string, string[]> {
    if (this.#form === undefined) {
      const isForm = /^application\/x-www-form-urlencoded/i.test(this.header('content-type')[0] ?? '');
      this.#form = isForm ? readPairs(this.body.text ?? '') : new Map();
    }
    return this.#form;
  }

  form(name: string): readonly string[] {
    return this.allForm.get(name) ?? noValues;
  }

  get allCookies(): ReadonlyMap<string, string[]> {
    if (this.#cookies === undefined) {
      this.#cookies = new Map();
      for (const line of this.header('cookie'))
        for (const pair of line.split(';')) {
          const cut = pair.indexOf('=');
          if (cut > 0) addTo(this.#cookies, pair.slice(0, cut).trim(), unquoted(pair.slice(cut + 1).trim()));
        }
    }
    return this.#cookies;
  }

  cookie(name: string): readonly string[] {
    return this.allCookies.get(name) ?? noValues;
  }

  /** Whether something needed the body as JSON, but it takes too long to parse. */
  get isUnread(): boolean {
    return this.#body?.isCostlyJson ?? false;
  }
  get body(): Subject {
    if (this.#body === undefined) {
      const { body } = this.request;
      const contentType = this.header('content-type')[0];
      const text = body.length === 0 ? '' : decodeText({ bytes: body, contentType });
      this.#body = new Subject(text, body);
    }
    return this.#body;
  }

  get parts(): readonly MultipartPart[] {
    this.#parts ??= readMultipart(this.header('content-type')[0] ?? '', this.request.body);
    return this.#parts;
  }

  get graphQl(): GraphQlRequest | undefined {
    if (this.#graphQl === null) this.#graphQl = readGraphQl(this);
    return this.#graphQl;
  }

  get soapAction(): string | undefined {
    if (this.#soapAction === null) this.#soapAction = readSoapAction(this);
    return this.#soapAction;
  }

  /** Address of the mock: scheme, host, port unless it is the scheme's default, and mount path. */
  get baseUrl(): string {
    const { scheme, host, port, mount = '' } = this.request;
    const isDefault = port === (scheme === 'https' ? 443 : 80);
    return `${scheme}://${host}${isDefault ? '' : `:${port}`}${mount}`;
  }
}

function addTo(map: Map<string, string[]>, name: string, value: string): void {
  const known = map.get(name);
  if (known === undefined) map.set(name, [value]);
  else known.push(value);
}

const unquoted = (value: string): string => (/^".*"$/.test(value) ? value.slice(1, -1) : value);

/** Pairs of a query or a form; an incorrectly encoded part is kept as is. */
function readPairs(text: string): Map<string, string[]> {
  const pairs = new Map<string, string[]>();
  if (text === '') return pairs;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const cut = pair.indexOf('=');
    if (cut < 0) addTo(pairs, decoded(pair), '');
    else addTo(pairs, decoded(pair.slice(0, cut)), decoded(pair.slice(cut + 1)));
  }
  return pairs;
}

function decoded(text: string): string {
  if (!/[%+]/.test(text)) return text;
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
