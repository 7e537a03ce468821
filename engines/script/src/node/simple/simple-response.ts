import type { ScriptResponse } from '../../core/script-types.ts';

/** The response as expectations see it without a sandbox; a subset of `pm.response`. */
export class SimpleResponse {
  readonly code: number;
  readonly status: string;
  readonly responseTime: number;
  readonly responseSize: number;
  readonly headers: SimpleHeaders;
  readonly #text: string;
  /** JSON was requested, but the body isn't JSON: the sandbox produces the error. */
  isUnreadable = false;

  constructor(given: ScriptResponse) {
    this.code = given.status;
    this.status = given.statusText;
    this.responseTime = Math.round(given.durationMs);
    this.responseSize = given.sizeBytes;
    this.headers = new SimpleHeaders(given.headers);
    this.#text = given.text;
  }

  text(): string {
    return this.#text;
  }

  /** Throws if the text isn't JSON; a byte order mark is ignored. */
  json(): unknown {
    try {
      return JSON.parse(this.#text.replace(/^\uFEFF/, ''));
    } catch (error) {
      this.isUnreadable = true;
      throw error;
    }
  }

  reason(): string {
    return this.status;
  }

  details(): { code: number; name: string } {
    return { code: this.code, name: this.status };
  }
}

/** Headers by case-insensitive name; of several with one name, the last counts. */
class SimpleHeaders {
  readonly #values: Map<string, string>;

  constructor(headers: ScriptResponse['headers']) {
    this.#values = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  }

  get(name: unknown): string | undefined {
    return this.#values.get(String(name).toLowerCase());
  }

  has(name: unknown): boolean {
    return this.#values.has(String(name).toLowerCase());
  }

  one(name: unknown): { value: string } | undefined {
    const value = this.get(name);
    return value === undefined ? undefined : { value };
  }
}
