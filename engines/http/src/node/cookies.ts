import { CookieJar, type SerializedCookieJar } from 'tough-cookie';
import type { HeaderList } from '../core/result.ts';

/** SessionCookies keeps the cookies of a session by the rules of browsers (RFC 6265, public suffixes). */
export class SessionCookies {
  #jar: CookieJar;
  /** An empty jar is the usual case and costs nothing. */
  #used: boolean;

  constructor(serialized: unknown) {
    const stored = asSerialized(serialized);
    this.#jar =
      stored === undefined
        ? new CookieJar(undefined, { rejectPublicSuffixes: true, allowSpecialUseDomain: true, looseMode: true })
        : CookieJar.deserializeSync(stored);
    this.#used = (stored?.cookies.length ?? 0) > 0;
  }

  /** The headers with the jar's cookies added; a cookie that the user wrote himself wins. */
  addTo(headers: HeaderList, url: URL): HeaderList {
    if (!this.#used) return headers;
    const cookies = this.#jar.getCookiesSync(url.href);
    if (cookies.length === 0) return headers;
    const index = headers.findIndex(([name]) => name.toLowerCase() === 'cookie');
    const written = headers[index]?.[1] ?? '';
    const names = new Set(written.split(';').map((pair) => pair.split('=', 1)[0]!.trim()));
    const added = cookies.filter((cookie) => !names.has(cookie.key)).map((cookie) => cookie.cookieString());
    if (added.length === 0) return headers;
    if (index === -1) return [...headers, ['Cookie', added.join('; ')]];
    const merged = written.trim() === '' ? added.join('; ') : `${written}; ${added.join('; ')}`;
    return headers.map((header, position) => (position === index ? [header[0], merged] : header));
  }

  /** Keeps what a response sets; what browsers refuse is ignored. */
  keep(setCookies: readonly string[], url: URL): void {
    for (const line of setCookies) {
      this.#jar.setCookieSync(line, url.href, { ignoreError: true });
      this.#used = true;
    }
  }

  serialize(): unknown {
    return this.#used ? this.#jar.serializeSync() : null;
  }
}

function asSerialized(value: unknown): SerializedCookieJar | undefined {
  const valid = typeof value === 'object' && value !== null && 'cookies' in value && Array.isArray(value.cookies);
  return valid ? (value as SerializedCookieJar) : undefined;
}
