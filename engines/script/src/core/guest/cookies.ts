import type { ScriptCookie } from '../script-types.ts';
import type { Calls } from './channel.ts';
import type { PropertyList, Sdk } from './kit.ts';

type Settle = (error: Error | null, value?: unknown) => unknown;

/** `pm.cookies`: the cookies for the request's URL, and `jar()`, the session's jar, which the host keeps. */
export function openCookies(sdk: Sdk, given: readonly ScriptCookie[], calls: Calls): PropertyList {
  const list = new sdk.CookieList(
    null,
    given.map((cookie) => ({ ...cookie })),
  );
  return Object.assign(list, { jar: () => new Jar(sdk, calls) });
}

/** Every call takes a callback, and returns a promise if there is none. */
class Jar {
  readonly #sdk: Sdk;
  readonly #calls: Calls;

  constructor(sdk: Sdk, calls: Calls) {
    this.#sdk = sdk;
    this.#calls = calls;
  }

  get(url: unknown, name: unknown, callback?: Settle): unknown {
    if (typeof name !== 'string') throw new TypeError('CookieJar.get() requires cookie name to be a string');
    return this.#ask('get', url, { name }, callback, (found) => (found as ScriptCookie[]).at(0)?.value ?? null);
  }

  getAll(url: unknown, options?: unknown, callback?: Settle): unknown {
    const settle = typeof options === 'function' ? (options as Settle) : callback;
    return this.#ask('getAll', url, {}, settle, (found) => new this.#sdk.CookieList({}, found));
  }

  set(url: unknown, name: unknown, value?: unknown, callback?: Settle): unknown {
    const settle = typeof value === 'function' ? (value as Settle) : callback;
    const cookie = cookieOf(name, typeof value === 'function' ? undefined : value);
    return this.#ask('set', url, { cookie }, settle, ([kept]) =>
      kept === undefined ? null : new this.#sdk.Cookie(kept),
    );
  }

  unset(url: unknown, name: unknown, callback?: Settle): unknown {
    if (typeof name !== 'string') throw new TypeError('CookieJar.unset() requires cookie name to be a string');
    return this.#ask('unset', url, { name }, callback, () => undefined);
  }

  clear(url: unknown, callback?: Settle): unknown {
    return this.#ask('clear', url, {}, callback, () => undefined);
  }

  #ask(
    operation: string,
    url: unknown,
    input: object,
    callback: Settle | undefined,
    read: (found: unknown[]) => unknown,
  ): unknown {
    const address = this.#address(operation, url);
    const call = { operation, url: address, ...input };
    const ask = (settle: Settle) =>
      this.#calls.cookies(call, ({ value, error }) =>
        error === undefined ? settle(null, read(Array.isArray(value) ? value : [])) : settle(new Error(error)),
      );
    if (typeof callback === 'function') return void ask(callback);
    return new Promise((resolve, reject) => ask((error, value) => (error === null ? resolve(value) : reject(error))));
  }

  #address(operation: string, url: unknown): string {
    const text = typeof url === 'string' ? url : String(url ?? '');
    if (text === '') throw new TypeError(`CookieJar.${operation}() requires a valid url`);
    return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  }
}

function cookieOf(name: unknown, value: unknown): Record<string, unknown> | string {
  if (name !== null && typeof name === 'object') {
    const { key, ...rest } = name as Record<string, unknown>;
    return { ...rest, name: rest.name ?? key };
  }
  if (typeof name !== 'string') throw new TypeError('CookieJar.set() requires a valid set cookie arguments');
  return value === undefined || value === null || value === '' ? name : { name, value: String(value) };
}
