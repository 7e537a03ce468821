import {
  emptyOutcome,
  type HeaderChange,
  type RequestChanges,
  type ScopeChanges,
  type ScriptBody,
  type ScriptFailure,
  type ScriptOutcome,
  type ScriptPair,
  type ScriptRequest,
  scriptScopeNames,
} from './script-types.ts';

const maxNames = 5000;

/**
 * readReport reads what a sandbox says that its script did. The sandbox belongs to the script, so nothing in the text is believed:
 * every part is checked and copied, what does not fit is dropped. Throws where the text is not JSON.
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
    error: readError(given.error),
  };
}

/** readScriptRequest reads a request that a script asks the host to send. */
export function readScriptRequest(given: unknown): ScriptRequest {
  const { method, url, headers, body } = record(given);
  return { method: text(method), url: text(url), headers: pairs(headers), body: readBody(body) };
}

function readScope(given: unknown): ScopeChanges {
  const { set, unset } = record(given);
  const entries = Object.entries(record(set)).slice(0, maxNames);
  return {
    set: Object.fromEntries(
      entries.filter(([name]) => name !== '__proto__').map(([name, value]) => [name, text(value)]),
    ),
    unset: list(unset).map(text),
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
  const said = text(message).slice(0, 2000);
  if (/InternalError: (out of memory|string too long)/.test(said)) return memoryFailure();
  return { code: 'SCRIPT_ERROR', message: said, ...(typeof line === 'number' ? { line } : {}) };
}

/** memoryFailure is the failure of a script that needs more memory than a sandbox has. */
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
