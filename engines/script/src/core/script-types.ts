import type { HeaderList } from '@touchstone/engine-assert/core';
import type { QueueFigures, WorkOwner } from '@touchstone/kernel';
import type { ComparedValues } from './guest/compared-values.ts';

/** ScriptKind is when a script runs: before the request is built, or with the response. */
export type ScriptKind = 'preRequest' | 'test';

/** Scopes that a script can write, by their names in `pm`; `local` is `pm.variables`. */
export type ScriptScopeName = 'environment' | 'globals' | 'collection' | 'local';

/** ScriptScopes are the values that a script starts with. `data` is the row of a data-driven run and is read-only. */
export interface ScriptScopes extends Record<ScriptScopeName, Record<string, unknown>> {
  data: Record<string, unknown>;
}

/** ScriptBody is a request body as `pm.request.body` shows it. Files have no content here. */
export type ScriptBody =
  | { mode: 'none' }
  | { mode: 'raw'; raw: string }
  | { mode: 'urlencoded'; urlencoded: ScriptPair[] }
  | { mode: 'formdata'; formdata: ScriptPair[] }
  | { mode: 'graphql'; graphql: { query: string; variables: string } }
  | { mode: 'file' };

/** ScriptPair is one name and value of a header, query or form list. */
export interface ScriptPair {
  key: string;
  value: string;
}

/** ScriptRequest is the request that a script sees and, before sending, may change. */
export interface ScriptRequest {
  method: string;
  url: string;
  headers: ScriptPair[];
  body: ScriptBody;
  /** In the format of Postman collections: the type, and its values under the type's name. */
  auth?: ScriptAuth;
}

/** ScriptAuth is an authentication in the format of Postman collections. */
export interface ScriptAuth extends Record<string, unknown> {
  type: string;
}

/** ScriptCookie is a cookie as `pm.cookies` shows it; `expires` is an instant in ISO 8601. */
export interface ScriptCookie {
  name: string;
  value: string;
  domain?: string;
  path?: string;
  expires?: string;
  maxAge?: number;
  secure?: boolean;
  httpOnly?: boolean;
  hostOnly?: boolean;
}

/** CookieCall is a script's call of the session's cookie jar; a string is a `Set-Cookie` line. */
export type CookieCall =
  | { operation: 'get' | 'unset'; url: string; name: string }
  | { operation: 'getAll' | 'clear'; url: string }
  | { operation: 'set'; url: string; cookie: ScriptCookie | string };

/** ScriptResponse is the response that a test script, or a callback of `pm.sendRequest`, sees. */
export interface ScriptResponse {
  status: number;
  statusText: string;
  headers: HeaderList;
  text: string;
  /** The body, if its bytes aren't text. */
  base64?: string;
  durationMs: number;
  sizeBytes: number;
}

/** ScriptContext is everything that a script can see; nothing else of the host is reachable. */
export interface ScriptContext {
  info: {
    requestName: string;
    requestId: string;
    iteration: number;
    iterationCount: number;
    /** Names of the folders and of the request. */
    path?: string[];
  };
  variables: ScriptScopes;
  request: ScriptRequest;
  response?: ScriptResponse;
  /** Cookies for the request's URL. */
  cookies: ScriptCookie[];
}

/** ScopeChanges are the values that a script set in one scope and the names that it removed. */
export interface ScopeChanges {
  set: Record<string, string>;
  unset: string[];
  /** Values of `set` that aren't texts, as JSON values: scripts get them back with their type. */
  typed?: Record<string, unknown>;
}

/** HeaderChange is one edit of the request's headers, in the order of the script. */
export interface HeaderChange {
  operation: 'add' | 'upsert' | 'remove';
  key: string;
  value: string;
}

/** RequestChanges are what a pre-request script changed; absent parts stay as they were. */
export interface RequestChanges {
  method?: string;
  url?: string;
  body?: ScriptBody;
  headers: HeaderChange[];
}

/** ScriptTest is the result of one `pm.test` or `tests[…]`. */
export interface ScriptTest {
  name: string;
  passed: boolean;
  /** Why it failed; empty if it passed. */
  message: string;
  /** If it failed because two values aren't equal. */
  values?: ComparedValues;
}

/** ScriptFailure is why a script didn't complete. `code` is stable, `message` is for the user. */
export interface ScriptFailure {
  code: 'SCRIPT_ERROR' | 'TIME_LIMIT' | 'MEMORY_LIMIT' | 'TOO_LARGE' | 'CANCELLED' | 'INTERNAL';
  message: string;
  /** Line of the script, from 1. */
  line?: number;
}

/** ScriptLog is one line of `console`, at most 1,000 characters long. */
export interface ScriptLog {
  level: 'log' | 'info' | 'warn' | 'error';
  text: string;
}

/** ScriptOutcome is what a script did, including what it did before an error. */
export interface ScriptOutcome {
  variables: Record<ScriptScopeName, ScopeChanges>;
  request: RequestChanges;
  tests: ScriptTest[];
  /** Name of the next step, null to stop; undefined if the script didn't set it. */
  nextRequest: string | null | undefined;
  /** `pm.execution.skipRequest()` was called. */
  skipRequest: boolean;
  /** The return value of a script with `inputs`, as JSON; absent if it returned nothing. */
  returned?: unknown;
  logs: ScriptLog[];
  error: ScriptFailure | undefined;
  durationMs: number;
}

/** ScriptSend performs a request of `pm.sendRequest` for a script. */
export type ScriptSend = (request: ScriptRequest, signal: AbortSignal) => Promise<ScriptResponse>;

/** CookieAccess uses the session's cookie jar for a script, and returns the cookies that it found or stored. */
export type CookieAccess = (call: CookieCall) => ScriptCookie[] | Promise<ScriptCookie[]>;

/** ScriptInput is one script to run. */
export interface ScriptInput {
  code: string;
  kind: ScriptKind;
  context: ScriptContext;
  /**
   * Makes the script a function of these values: each is a variable, all are in `inputs`, and the return value is kept.
   */
  inputs?: Readonly<Record<string, unknown>>;
  /** Maximum time of the script in milliseconds, without waiting for `pm.sendRequest`; default 3000. */
  limitMs?: number;
  signal?: AbortSignal;
  /** Owner on whose behalf it runs: owners take turns fairly. */
  owner?: WorkOwner;
  /** Without it, `pm.sendRequest` fails. */
  send?: ScriptSend;
  /** Without it, `pm.cookies.jar()` fails. */
  cookies?: CookieAccess;
  /** Values of dynamic names such as `$guid`, for `replaceIn`; made by the host before the script starts. */
  dynamicValues?: Record<string, string>;
}

/** ScriptRunner runs users' scripts in a sandbox. Errors of the script are in the outcome; `run` doesn't reject. */
export interface ScriptRunner {
  run(input: ScriptInput): Promise<ScriptOutcome>;
  /** Starts the warm workers, so that the first script doesn't wait. */
  warm(): Promise<void>;
  /** Running and waiting turns, and turns granted since the start. */
  figures(): QueueFigures;
  close(): Promise<void>;
}

/** The variable scopes that a script can write. */
export const scriptScopeNames: readonly ScriptScopeName[] = ['environment', 'globals', 'collection', 'local'];

/** emptyOutcome is the outcome of a script that did nothing. */
export function emptyOutcome(): ScriptOutcome {
  const unchanged = (): ScopeChanges => ({ set: {}, unset: [] });
  return {
    variables: { environment: unchanged(), globals: unchanged(), collection: unchanged(), local: unchanged() },
    request: { headers: [] },
    tests: [],
    nextRequest: undefined,
    skipRequest: false,
    logs: [],
    error: undefined,
    durationMs: 0,
  };
}
