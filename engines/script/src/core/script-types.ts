import type { HeaderList } from '@touchstone/engine-assert/core';
import type { QueueFigures, WorkOwner } from '@touchstone/kernel';
import type { ComparedValues } from './guest/compared-values.ts';

/** ScriptKind says when a script runs: before the request is built, or with the response. */
export type ScriptKind = 'preRequest' | 'test';

/** Scopes that a script can write, by the names that `pm` uses; `local` is `pm.variables`. */
export type ScriptScopeName = 'environment' | 'globals' | 'collection' | 'local';

/** ScriptScopes are the values that a script starts with. `data` is the row of a data-driven run and cannot be written. */
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
  /** In the form of Postman's collections: the type, and its values below the name of the type. */
  auth?: ScriptAuth;
}

/** ScriptAuth is an authentication as Postman's collections have it. */
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

/** CookieCall is what a script asks of the session's cookie jar; a text is a line of `Set-Cookie`. */
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
  /** The body where its bytes are no text. */
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
  /** Cookies for the request's address. */
  cookies: ScriptCookie[];
}

/** ScopeChanges are the values that a script set in one scope and the names that it removed. */
export interface ScopeChanges {
  set: Record<string, string>;
  unset: string[];
  /** Those of `set` that are no texts, as JSON values: scripts find them again with their type. */
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
  /** Why it failed; empty where it passed. */
  message: string;
  /** Where it failed because one value does not equal another. */
  values?: ComparedValues;
}

/** ScriptFailure is why a script did not end by itself. `code` is stable, `message` is for the user. */
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

/** ScriptOutcome is what a script did. What was done before an error counts. */
export interface ScriptOutcome {
  variables: Record<ScriptScopeName, ScopeChanges>;
  request: RequestChanges;
  tests: ScriptTest[];
  /** Name of the step to go on with, null to stop; undefined where the script said nothing. */
  nextRequest: string | null | undefined;
  /** `pm.execution.skipRequest()` was called. */
  skipRequest: boolean;
  /** What a script with `inputs` returned, as JSON keeps it; absent where it returned nothing. */
  returned?: unknown;
  logs: ScriptLog[];
  error: ScriptFailure | undefined;
  durationMs: number;
}

/** ScriptSend performs a request of `pm.sendRequest` for a script. */
export type ScriptSend = (request: ScriptRequest, signal: AbortSignal) => Promise<ScriptResponse>;

/** CookieAccess works on the session's cookie jar for a script, and gives the cookies that it found or kept. */
export type CookieAccess = (call: CookieCall) => ScriptCookie[];

/** ScriptInput is one script to run. */
export interface ScriptInput {
  code: string;
  kind: ScriptKind;
  context: ScriptContext;
  /** Makes the script a function of these values: each is a variable of its name, all are in `inputs`, and what it returns is kept. */
  inputs?: Readonly<Record<string, unknown>>;
  /** Time that the script may take, without waiting for `pm.sendRequest`; default 3000. */
  limitMs?: number;
  signal?: AbortSignal;
  /** On whose behalf it runs: turns are given to owners in fairness. */
  owner?: WorkOwner;
  /** Without it `pm.sendRequest` answers with an error. */
  send?: ScriptSend;
  /** Without it `pm.cookies.jar()` answers with an error. */
  cookies?: CookieAccess;
  /** Value of a dynamic name such as `$guid`, for `replaceIn`; made by the host before the script starts. */
  dynamicValues?: Record<string, string>;
}

/** ScriptRunner runs scripts of users in a sandbox. Errors of the script are in the outcome; `run` does not reject. */
export interface ScriptRunner {
  run(input: ScriptInput): Promise<ScriptOutcome>;
  /** Starts the warm workers, so that the first script does not wait. */
  warm(): Promise<void>;
  /** Turns that run and wait now, and those given since the start. */
  figures(): QueueFigures;
  close(): Promise<void>;
}

/** The scopes of variables that a script can write. */
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
