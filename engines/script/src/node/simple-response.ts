import type { ScriptResponse } from '../core/script-types.ts';

/** The response as expectations look at it where no sandbox is needed; a subset of what `pm.response` is there. */
export class SimpleResponse {
  readonly code: number;
  readonly status: string;
  readonly responseTime: number;
  readonly responseSize: number;
  readonly headers: SimpleHeaders;
  readonly #text: string;
  /** JSON was asked for and there is none: what is said about that is the sandbox's. */
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

  /** Throws where the text is no JSON; a byte order mark is none. */
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

/** Headers by their names without case; of several with one name the last counts. */
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
