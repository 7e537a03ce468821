import type { HeaderList } from '@touchstone/engine-assert/core';
import { fromWire, SessionCookies, toWire } from '@touchstone/engine-http';

/** A cookie may expire while its line is cached; browsers don't check more often either. */
const rememberMs = 500;

/** UserCookies are the cookies of one virtual user; without any they cost nothing. */
export class UserCookies {
  #jar: SessionCookies | undefined;
  #line: { key: string; text: string; untilMs: number } | undefined;
  #lastKept = '';

  /** Whether no response has set a cookie yet. */
  get isEmpty(): boolean {
    return this.#jar === undefined;
  }

  /** The jar itself, to share it with a session of the engine `http`. */
  get jar(): SessionCookies {
    this.#jar ??= new SessionCookies(undefined);
    return this.#jar;
  }

  /** The `Cookie` header line with its line end, or an empty text. */
  line(secure: boolean, host: string, path: string): string {
    const key = `${secure ? 'https' : 'http'}://${host}${path}`;
    const nowMs = performance.now();
    if (this.#line?.key === key && this.#line.untilMs > nowMs) return this.#line.text;
    const added = this.jar.addTo([], new URL(key));
    const text = added.map(([name, value]) => `${name}: ${toWire(value)}\r\n`).join('');
    this.#line = { key, text, untilMs: nowMs + rememberMs };
    return text;
  }

  addTo(headers: HeaderList, url: URL): HeaderList {
    return this.#jar === undefined ? headers : this.#jar.addTo(headers, url);
  }

  /** Stores a response's cookies; `lines` are Latin-1 as received. */
  keep(lines: readonly string[], url: URL): void {
    const together = `${url.host}${url.pathname}\n${lines.join('\n')}`;
    // A session cookie that is sent again unchanged stays the same.
    if (together === this.#lastKept) return;
    this.#lastKept = /max-age|expires/i.test(together) ? '' : together;
    this.jar.keep(lines.map(fromWire), url);
    this.#line = undefined;
  }

  /** The `http` engine may have changed the shared jar. */
  changedOutside(): void {
    this.#line = undefined;
    this.#lastKept = '';
  }
}
