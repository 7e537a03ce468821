import type { HeaderList } from '@touchstone/engine-assert/core';
import type { CookieCall, ScriptCookie } from '@touchstone/engine-script/core';
import type { SessionCookies } from './cookies.ts';

/**
 * LazyCookies are the cookies of a session. Their jar, whose list of public suffixes is large, is loaded with the first
 * cookie: most sessions get none.
 */
export class LazyCookies {
  readonly #serialized: unknown;
  #jar: SessionCookies | undefined;

  /** Starts with a jar that others use, too, or with the cookies that `serialize` returned. */
  constructor({ jar, serialized = null }: { jar?: SessionCookies | undefined; serialized?: unknown } = {}) {
    this.#jar = jar;
    this.#serialized = serialized;
  }

  /** The headers with the cookies added; a cookie written by the user takes precedence. */
  async addTo(headers: HeaderList, url: URL): Promise<HeaderList> {
    return this.#isUnused ? headers : (await this.#open()).addTo(headers, url);
  }

  /** Keeps the cookies set by a response, ignoring those that browsers reject. */
  async keep(setCookies: readonly string[], url: URL): Promise<void> {
    if (setCookies.length > 0) (await this.#open()).keep(setCookies, url);
  }

  /** Cookies that would be sent to an address. */
  async listFor(url: string): Promise<ScriptCookie[]> {
    return this.#isUnused ? [] : (await this.#open()).listFor(url);
  }

  /** Performs a script's call on the jar. Rejects if the jar does, for example a cookie for another domain. */
  async call(call: CookieCall): Promise<ScriptCookie[]> {
    return (await this.#open()).call(call);
  }

  serialize(): unknown {
    return this.#jar === undefined ? this.#serialized : this.#jar.serialize();
  }

  get #isUnused(): boolean {
    return this.#jar === undefined && this.#serialized === null;
  }

  async #open(): Promise<SessionCookies> {
    if (this.#jar !== undefined) return this.#jar;
    const { SessionCookies } = await import('./cookies.ts');
    // A concurrent call may have made it meanwhile.
    this.#jar ??= new SessionCookies(this.#serialized);
    return this.#jar;
  }
}
