import {
  type CookieCall,
  emptyOutcome,
  type HeaderChange,
  type RequestChanges,
  type ScopeChanges,
  type ScriptAuth,
  type ScriptBody,
  type ScriptCookie,
  type ScriptFailure,
  type ScriptOutcome,
  type ScriptPair,
  type ScriptRequest,
  scriptScopeNames,
} from './script-types.ts';

const maxNames = 5000;

/**
 * readReport reads a sandbox's report of what its script did. The sandbox belongs to the script, so the text isn't
 * trusted: every part is checked and copied, invalid parts are dropped. Throws if the text isn't JSON.
 */
export function readReport(text: string): Omit<ScriptOutcome, 'tests' | 'logs' | 'durationMs'> {
  const given = record(JSON.parse(text));
  const { variables } = emptyOutcome();
  const scopes = record(given.variables);
  for (const name of scriptScopeNames) variables[name] = readScope(scopes[name]);
  const { nextRequest } = given;
  return {
    variables,
    request: readChanges(given.request),
    nextRequest: nextRequest === null || typeof nextRequest === 'string' ? nextRequest : undefined,
    skipRequest: given.skipRequest === true,
    ...(Object.hasOwn(given, 'returned') ? { returned: given.returned } : {}),
    error: readError(given.error),
  };
}

/** readScriptRequest reads a request that a script asks the host to send. */
export function readScriptRequest(given: unknown): ScriptRequest {
  const { method, url, headers, body, auth } = record(given);
  return {
    method: text(method),
    url: text(url),
    headers: pairs(headers),
    body: readBody(body),
    ...(typeof record(auth).type === 'string' ? { auth: record(auth) as ScriptAuth } : {}),
  };
}

/** readCookieCall reads a script's call of the cookie jar; undefined if it is invalid. */
export function readCookieCall(given: unknown): CookieCall | undefined {
  const { operation, url, name, cookie } = record(given);
  const address = text(url);
  switch (operation) {
    case 'get':
    case 'unset':
      return { operation, url: address, name: text(name) };
    case 'getAll':
    case 'clear':
      return { operation, url: address };
    case 'set':
      return { operation, url: address, cookie: typeof cookie === 'string' ? cookie : readCookie(record(cookie)) };
    default:
      return undefined;
  }
}

function readCookie(given: Record<string, unknown>): ScriptCookie {
  const expires = new Date(String(given.expires ?? ''));
  return {
    name: text(given.name),
    value: text(given.value),
    ...(typeof given.domain === 'string' ? { domain: given.domain } : {}),
    ...(typeof given.path === 'string' ? { path: given.path } : {}),
    ...(Number.isNaN(expires.getTime()) ? {} : { expires: expires.toISOString() }),
    ...(typeof given.maxAge === 'number' ? { maxAge: given.maxAge } : {}),
    ...(given.secure === true ? { secure: true } : {}),
    ...(given.httpOnly === true ? { httpOnly: true } : {}),
  };
}

function readScope(given: unknown): ScopeChanges {
  const { set, unset, typed } = record(given);
  const entriesOf = (values: unknown) =>
    Object.entries(record(values))
      .slice(0, maxNames)
      .filter(([name]) => name !== '__proto__');
  const values = entriesOf(typed).filter(([, value]) => typeof value !== 'string');
  return {
    set: Object.fromEntries(entriesOf(set).map(([name, value]) => [name, text(value)])),
    unset: list(unset).map(text),
    ...(values.length === 0 ? {} : { typed: Object.fromEntries(values) }),
  };
}

function readChanges(given: unknown): RequestChanges {
  const { method, url, body, headers } = record(given);
  return {
    headers: list(headers).map(readHeaderChange),
    ...(typeof method === 'string' ? { method } : {}),
    ...(typeof url === 'string' ? { url } : {}),
    ...(body === undefined ? {} : { body: readBody(body) }),
  };
}

function readHeaderChange(given: unknown): HeaderChange {
  const { operation, key, value } = record(given);
  return {
    operation: operation === 'add' || operation === 'remove' ? operation : 'upsert',
    key: text(key),
    value: text(value),
  };
}

function readBody(given: unknown): ScriptBody {
  const { mode, raw, urlencoded, formdata, graphql } = record(given);
  switch (mode) {
    case 'raw':
      return { mode, raw: text(raw) };
    case 'urlencoded':
      return { mode, urlencoded: pairs(urlencoded) };
    case 'formdata':
      return { mode, formdata: pairs(formdata) };
    case 'graphql': {
      const { query, variables } = record(graphql);
      return { mode, graphql: { query: text(query), variables: text(variables) } };
    }
    case 'file':
      return { mode };
    default:
      return { mode: 'none' };
  }
}

function readError(given: unknown): ScriptFailure | undefined {
  if (given === undefined) return undefined;
  const { message, line } = record(given);
  const shown = text(message).slice(0, 2000);
  if (/InternalError: (out of memory|string too long)/.test(shown)) return memoryFailure();
  return { code: 'SCRIPT_ERROR', message: shown, ...(typeof line === 'number' ? { line } : {}) };
}

/** memoryFailure returns the failure of a script that needs more memory than a sandbox has. */
export function memoryFailure(): ScriptFailure {
  return {
    code: 'MEMORY_LIMIT',
    message: 'The script needs more memory than the 64 MB that it may use. Keep fewer or smaller values.',
  };
}

function pairs(given: unknown): ScriptPair[] {
  return list(given).map((item) => {
    const { key, value } = record(item);
    return { key: text(key), value: text(value) };
  });
}

function record(given: unknown): Record<string, unknown> {
  return given !== null && typeof given === 'object' && !Array.isArray(given) ? (given as Record<string, unknown>) : {};
}

function list(given: unknown): unknown[] {
  return Array.isArray(given) ? given.slice(0, maxNames) : [];
}

function text(given: unknown): string {
  return typeof given === 'string' ? given : '';
}
