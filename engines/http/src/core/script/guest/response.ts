import type { ScriptResponse } from '../script-types.ts';
import { HeaderList } from './header-list.ts';

/** `pm.response`, and the response that `pm.sendRequest` gives. */
export class Response {
  readonly code: number;
  readonly status: string;
  readonly headers: HeaderList;
  readonly responseTime: number;
  readonly responseSize: number;
  readonly #text: string;
  #to: (response: Response) => unknown;

  constructor(given: ScriptResponse, to: (response: Response) => unknown) {
    this.code = given.status;
    this.status = given.statusText;
    this.headers = new HeaderList(given.headers.map(([key, value]) => ({ key, value })));
    this.responseTime = Math.round(given.durationMs);
    this.responseSize = given.sizeBytes;
    this.#text = given.text;
    this.#to = to;
  }

  text(): string {
    return this.#text;
  }

  json(): unknown {
    try {
      // A byte order mark is no JSON.
      return JSON.parse(this.#text.replace(/^\uFEFF/, ''));
    } catch {
      const start = this.#text.length > 60 ? `${this.#text.slice(0, 60)}…` : this.#text;
      throw new Error(`The response body is not JSON. It starts with: ${start === '' ? '(empty)' : start}`);
    }
  }

  reason(): string {
    return this.status;
  }

  size(): { body: number; header: number; total: number } {
    const header = this.headers.all().reduce((sum, { key, value }) => sum + key.length + value.length + 4, 0);
    return { body: this.responseSize, header, total: this.responseSize + header };
  }

  /** Start of an expectation: `pm.response.to.have.status(200)`. */
  get to(): unknown {
    return this.#to(this);
  }
}
