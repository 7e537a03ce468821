import type { HeaderChange, RequestChanges, ScriptBody, ScriptPair, ScriptRequest } from '../script-types.ts';
import { HeaderList } from './header-list.ts';
import { RequestUrl } from './request-url.ts';
import { variableText } from './scopes.ts';

interface LooseBody {
  mode?: unknown;
  raw?: unknown;
  urlencoded?: unknown;
  formdata?: unknown;
  graphql?: unknown;
}

/** `pm.request.body`. */
export class RequestBody {
  mode: string | undefined;
  raw: unknown;
  urlencoded: unknown;
  formdata: unknown;
  graphql: unknown;

  constructor(given: unknown) {
    this.update(given);
  }

  update(given: unknown): void {
    const loose: LooseBody = typeof given === 'string' ? { mode: 'raw', raw: given } : ((given ?? {}) as LooseBody);
    this.mode = typeof loose.mode === 'string' && loose.mode !== 'none' ? loose.mode : undefined;
    this.raw = loose.raw;
    this.urlencoded = loose.urlencoded === undefined ? undefined : pairList(loose.urlencoded);
    this.formdata = loose.formdata === undefined ? undefined : pairList(loose.formdata);
    this.graphql = loose.graphql;
  }

  isEmpty(): boolean {
    return this.toString() === '';
  }

  toString(): string {
    const body = this.toBody();
    if (body.mode === 'raw') return body.raw;
    if (body.mode === 'urlencoded') return body.urlencoded.map(({ key, value }) => `${key}=${value}`).join('&');
    return body.mode === 'graphql' ? JSON.stringify(body.graphql) : '';
  }

  toBody(): ScriptBody {
    switch (this.mode) {
      case 'raw':
        return { mode: 'raw', raw: variableText(this.raw) };
      case 'urlencoded':
        return { mode: 'urlencoded', urlencoded: plainPairs(this.urlencoded) };
      case 'formdata':
        return { mode: 'formdata', formdata: plainPairs(this.formdata) };
      case 'graphql': {
        const { query, variables } = (this.graphql ?? {}) as { query?: unknown; variables?: unknown };
        return { mode: 'graphql', graphql: { query: variableText(query), variables: variableText(variables) } };
      }
      case 'file':
        return { mode: 'file' };
      default:
        return { mode: 'none' };
    }
  }
}

function pairList(given: unknown): unknown {
  if (given instanceof HeaderList) return given;
  if (typeof given === 'string') {
    const pairs = given.split('&').map((part) => part.split('=', 2));
    return new HeaderList(pairs.map(([key = '', value = '']) => ({ key, value })));
  }
  return new HeaderList(plainPairs(given));
}

function plainPairs(given: unknown): ScriptPair[] {
  if (given instanceof HeaderList) return given.all();
  if (Array.isArray(given)) {
    return given
      .filter((pair) => pair?.disabled !== true)
      .map((pair) => ({ key: String(pair?.key ?? ''), value: variableText(pair?.value ?? '') }));
  }
  if (given === null || typeof given !== 'object') return [];
  return Object.entries(given).map(([key, value]) => ({ key, value: variableText(value) }));
}

/** `pm.request`: what is sent, and before it is sent the place to change it. */
export class Request {
  method: string;
  readonly headers: HeaderList;
  readonly name: string;
  readonly id: string;
  readonly #given: ScriptRequest;
  readonly #changes: HeaderChange[] = [];
  readonly #givenBody: string;
  #url: RequestUrl;
  #body: RequestBody;

  constructor(given: ScriptRequest, info: { requestName: string; requestId: string }) {
    this.#given = given;
    this.method = given.method;
    this.headers = new HeaderList(given.headers, this.#changes);
    this.name = info.requestName;
    this.id = info.requestId;
    this.#url = new RequestUrl(given.url);
    this.#body = new RequestBody(given.body);
    this.#givenBody = JSON.stringify(this.#body.toBody());
  }

  get url(): RequestUrl {
    return this.#url;
  }

  set url(given: unknown) {
    this.#url = given instanceof RequestUrl ? given : new RequestUrl(given);
  }

  get body(): RequestBody {
    return this.#body;
  }

  set body(given: unknown) {
    this.#body = given instanceof RequestBody ? given : new RequestBody(given);
  }

  addHeader(...input: unknown[]): void {
    this.headers.add(...input);
  }

  removeHeader(name: unknown): void {
    this.headers.remove(name);
  }

  upsertHeader(...input: unknown[]): void {
    this.headers.upsert(...input);
  }

  getHeaders(): Record<string, string> {
    return this.headers.toObject();
  }

  addQueryParams(given: unknown): void {
    this.#url.addQueryParams(given);
  }

  removeQueryParams(given: unknown): void {
    this.#url.removeQueryParams(given);
  }

  update(given: unknown): void {
    const loose = given as { url?: unknown; method?: unknown; body?: unknown } | string;
    if (typeof loose === 'string') this.url = loose;
    else {
      if (loose.url !== undefined) this.url = loose.url;
      if (loose.method !== undefined) this.method = String(loose.method);
      if (loose.body !== undefined) this.body = loose.body;
    }
  }

  changes(): RequestChanges {
    const method = String(this.method);
    const url = String(this.#url);
    const body = this.#body.toBody();
    return {
      headers: this.#changes,
      ...(method === this.#given.method ? {} : { method }),
      ...(url === this.#given.url ? {} : { url }),
      ...(JSON.stringify(body) === this.#givenBody ? {} : { body }),
    };
  }
}

/** The request that a script gives to `pm.sendRequest`: an address or `{ url, method, header, body }`. */
export function looseRequest(given: unknown): ScriptRequest {
  if (typeof given === 'string' || given instanceof RequestUrl) {
    return { method: 'GET', url: String(given), headers: [], body: { mode: 'none' } };
  }
  if (given instanceof Request) {
    return { method: given.method, url: String(given.url), headers: given.headers.all(), body: given.body.toBody() };
  }
  const loose = (given ?? {}) as Record<string, unknown>;
  const url = loose.url;
  const raw = url !== null && typeof url === 'object' && 'raw' in url ? url.raw : url;
  if (raw === undefined)
    throw new TypeError('pm.sendRequest needs an address, such as pm.sendRequest({ url: "https://…" })');
  return {
    method: String(loose.method ?? 'GET'),
    url: String(raw),
    headers: headerPairs(loose.header ?? loose.headers),
    body: new RequestBody(loose.body).toBody(),
  };
}

function headerPairs(given: unknown): ScriptPair[] {
  if (typeof given === 'string') return headerPairs(given.split('\n').filter(Boolean));
  if (!Array.isArray(given)) return plainPairs(given);
  const list = new HeaderList([]);
  for (const item of given) if (item?.disabled !== true) list.add(item);
  return list.all();
}
