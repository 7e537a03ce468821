import type { HeaderList } from '@touchstone/engine-assert/core';
import { fromWire, SessionCookies, toWire } from '@touchstone/engine-http';

/** A cookie may expire while its line is remembered; browsers do not look more often either. */
const rememberMs = 500;

/** UserCookies are the cookies of one virtual user; without any they cost nothing. */
export class UserCookies {
  #jar: SessionCookies | undefined;
  #line: { key: string; text: string; untilMs: number } | undefined;
  #lastKept = '';

  /** No response has set a cookie so far. */
  get isEmpty(): boolean {
    return this.#jar === undefined;
  }

  /** The jar itself, to share it with a session of the engine `http`. */
  get jar(): SessionCookies {
    this.#jar ??= new SessionCookies(undefined);
    return this.#jar;
  }

  /** The header line `Cookie` with its end, or an empty text. */
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

  /** Keeps what a response sets; `lines` are Latin-1 as they came. */
  keep(lines: readonly string[], url: URL): void {
    const together = `${url.host}${url.pathname}\n${lines.join('\n')}`;
    // Sent again unchanged, a cookie without an end of its own stays what it is.
    if (together === this.#lastKept) return;
    this.#lastKept = /max-age|expires/i.test(together) ? '' : together;
    this.jar.keep(lines.map(fromWire), url);
    this.#line = undefined;
  }

  /** The engine `http` may have changed the shared jar. */
  changedOutside(): void {
    this.#line = undefined;
    this.#lastKept = '';
  }
}
