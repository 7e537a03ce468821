import type { HeaderList } from '@touchstone/engine-assert/core';
import type { CookieCall, ScriptCookie } from '@touchstone/engine-script/core';
import { Cookie, CookieJar, type SerializedCookieJar } from 'tough-cookie';

/** SessionCookies keeps a session's cookies by the rules of browsers (RFC 6265, public suffixes). */
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

  /** The headers with the jar's cookies added; a cookie written by the user takes precedence. */
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

  /** Keeps the cookies set by a response, ignoring those that browsers reject. */
  keep(setCookies: readonly string[], url: URL): void {
    for (const line of setCookies) {
      this.#jar.setCookieSync(line, url.href, { ignoreError: true });
      this.#used = true;
    }
  }

  /** Cookies that would be sent to an address. */
  listFor(url: string): ScriptCookie[] {
    return this.#used && URL.canParse(url) ? this.#jar.getCookiesSync(url).map(asScriptCookie) : [];
  }

  /** Performs a script's call on the jar. Throws if the jar rejects it, for example a cookie for another domain. */
  call(call: CookieCall): ScriptCookie[] {
    if (!URL.canParse(call.url)) throw new Error(`The cookie jar needs an address, not ${JSON.stringify(call.url)}.`);
    const found = this.#jar.getCookiesSync(call.url);
    switch (call.operation) {
      case 'get':
        return found.filter(({ key }) => key === call.name).map(asScriptCookie);
      case 'getAll':
        return found.map(asScriptCookie);
      case 'unset':
        return this.#remove(found.filter(({ key }) => key === call.name));
      case 'clear':
        return this.#remove(found);
      case 'set': {
        const kept = this.#jar.setCookieSync(asCookie(call.cookie), call.url);
        this.#used = true;
        return kept === undefined ? [] : [asScriptCookie(kept)];
      }
    }
  }

  #remove(cookies: Cookie[]): ScriptCookie[] {
    for (const cookie of cookies) {
      const { key, domain, path, secure, hostOnly } = cookie;
      const ended = new Cookie({ key, value: '', path, secure, expires: new Date(0), ...(hostOnly ? {} : { domain }) });
      this.#jar.setCookieSync(ended, `http${secure ? 's' : ''}://${domain ?? ''}${path ?? '/'}`);
    }
    return [];
  }

  serialize(): unknown {
    return this.#used ? this.#jar.serializeSync() : null;
  }
}

function asSerialized(value: unknown): SerializedCookieJar | undefined {
  const valid = typeof value === 'object' && value !== null && 'cookies' in value && Array.isArray(value.cookies);
  return valid ? (value as SerializedCookieJar) : undefined;
}

function asScriptCookie(cookie: Cookie): ScriptCookie {
  const { key, value, domain, path, expires, maxAge, secure, httpOnly, hostOnly } = cookie;
  return {
    name: key,
    value,
    ...(domain === null ? {} : { domain }),
    ...(path === null ? {} : { path }),
    ...(expires instanceof Date ? { expires: expires.toISOString() } : {}),
    ...(typeof maxAge === 'number' ? { maxAge } : {}),
    secure,
    httpOnly,
    ...(hostOnly === null ? {} : { hostOnly }),
  };
}

function asCookie(given: ScriptCookie | string): Cookie {
  if (typeof given === 'string') {
    const read = Cookie.parse(given, { loose: true });
    if (read === undefined) throw new Error(`${JSON.stringify(given)} is no cookie. Write it like name=value.`);
    return read;
  }
  const { name, value, domain, path, expires, maxAge, secure, httpOnly } = given;
  return new Cookie({
    key: name,
    value,
    ...(domain === undefined ? {} : { domain: domain.replace(/^\./, '') }),
    ...(path === undefined ? {} : { path }),
    ...(expires === undefined ? {} : { expires: new Date(expires) }),
    ...(maxAge === undefined ? {} : { maxAge }),
    ...(secure === undefined ? {} : { secure }),
    ...(httpOnly === undefined ? {} : { httpOnly }),
  });
}
