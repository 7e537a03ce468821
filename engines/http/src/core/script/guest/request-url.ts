import type { ScriptPair } from '../script-types.ts';

/** `pm.request.url`: a text that may hold `{{variables}}`, with its parts. */
export class RequestUrl {
  #text: string;
  readonly query: Record<string, unknown>;

  constructor(text: unknown) {
    this.#text = String(text);
    this.query = {
      get: (name: unknown) => this.#pairs().find(({ key }) => key === String(name))?.value,
      has: (name: unknown) => this.#pairs().some(({ key }) => key === String(name)),
      all: () => this.#pairs(),
      toObject: () => Object.fromEntries(this.#pairs().map(({ key, value }) => [key, value])),
      each: (visit: (pair: ScriptPair) => void) => {
        for (const pair of this.#pairs()) visit(pair);
      },
      map: <T>(change: (pair: ScriptPair) => T) => this.#pairs().map((pair) => change(pair)),
      filter: (test: (pair: ScriptPair) => unknown) => this.#pairs().filter((pair) => test(pair)),
      count: () => this.#pairs().length,
      add: (given: unknown) => this.addQueryParams([given]),
      upsert: (given: unknown) => {
        const pair = queryPair(given);
        this.#setPairs([...this.#pairs().filter(({ key }) => key !== pair.key), pair]);
      },
      remove: (given: unknown) => this.removeQueryParams([given]),
      clear: () => this.#setPairs([]),
      toString: () => queryText(this.#pairs()),
    };
  }

  get protocol(): string | undefined {
    return /^([a-z][a-z0-9+.-]*):\/\//i.exec(this.#text)?.[1];
  }

  get host(): string[] {
    return this.getHost().split('.');
  }

  get port(): string | undefined {
    return /:(\d+)$/.exec(this.#authority())?.[1];
  }

  get path(): string[] {
    return this.getPath().split('/').slice(1);
  }

  get hash(): string | undefined {
    return /#(.*)$/s.exec(this.#text)?.[1];
  }

  getHost(): string {
    return this.#authority()
      .replace(/^[^@]*@/, '')
      .replace(/:\d+$/, '');
  }

  getRemote(): string {
    return this.#authority().replace(/^[^@]*@/, '');
  }

  getPath(): string {
    const path = this.#beforeQuery().replace(/^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/]*/i, '');
    return path === '' ? '/' : path;
  }

  getQueryString(): string {
    return queryText(this.#pairs());
  }

  getPathWithQuery(): string {
    const query = this.getQueryString();
    return query === '' ? this.getPath() : `${this.getPath()}?${query}`;
  }

  getRaw(): string {
    return this.#text;
  }

  addQueryParams(given: unknown): void {
    const added = typeof given === 'string' ? parseQuery(given) : [given].flat().map(queryPair);
    this.#setPairs([...this.#pairs(), ...added]);
  }

  removeQueryParams(given: unknown): void {
    const names = [given].flat().map((item) => (typeof item === 'string' ? item : queryPair(item).key));
    this.#setPairs(this.#pairs().filter(({ key }) => !names.includes(key)));
  }

  update(given: unknown): void {
    this.#text = String(given);
  }

  toString(): string {
    return this.#text;
  }

  toJSON(): string {
    return this.#text;
  }

  #beforeQuery(): string {
    return this.#text.replace(/[?#].*$/s, '');
  }

  #authority(): string {
    return /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/]*)/i.exec(this.#beforeQuery())?.[1] ?? '';
  }

  #pairs(): ScriptPair[] {
    return parseQuery(/\?([^#]*)/s.exec(this.#text)?.[1] ?? '');
  }

  #setPairs(pairs: readonly ScriptPair[]): void {
    const hash = this.hash === undefined ? '' : `#${this.hash}`;
    const query = pairs.length === 0 ? '' : `?${queryText(pairs)}`;
    this.#text = `${this.#beforeQuery()}${query}${hash}`;
  }
}

function queryPair(given: unknown): ScriptPair {
  if (typeof given === 'string') return parseQuery(given)[0] ?? { key: given, value: '' };
  const { key, value } = (given ?? {}) as { key?: unknown; value?: unknown };
  return { key: String(key ?? ''), value: String(value ?? '') };
}

function parseQuery(text: string): ScriptPair[] {
  if (text === '') return [];
  return text.split('&').map((part) => {
    const equals = part.indexOf('=');
    return equals < 0 ? { key: part, value: '' } : { key: part.slice(0, equals), value: part.slice(equals + 1) };
  });
}

function queryText(pairs: readonly ScriptPair[]): string {
  return pairs.map(({ key, value }) => `${key}=${value}`).join('&');
}
