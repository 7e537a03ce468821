import type { ScriptFailure, ScriptLog, ScriptTest } from '@touchstone/engine-script/core';
import type { HttpStep } from './plan.ts';
import type { HttpStepResult } from './result.ts';
import type { ScopeState } from './script/session-scopes.ts';

/** Variable values from the narrowest scope to the widest; the first that has the name wins. */
export type VariableScopes = Record<string, string>[];

/** What a session carries from step to step; kept at checkpoints so that another runner can go on. */
export interface HttpSessionState {
  variables: Record<string, string>;
  /** Serialized cookie jar. */
  cookies: unknown;
  /** What scripts changed in the scopes. */
  scopes?: ScopeState;
  /** Tokens of OAuth 2.0 grants; secret like the cookies. */
  tokens?: Record<string, StoredToken>;
}

/** StoredToken is what a token endpoint gave, with the instants (milliseconds since 1970) between which it holds. */
export interface StoredToken {
  accessToken: string;
  tokenType: string;
  refreshToken?: string;
  obtainedAtMs: number;
  /** Missing where the server did not say. */
  expiresAtMs?: number;
}

/** StreamWatcher sees an event stream while it is read: its head once, then the bytes that are kept of it. */
export interface StreamWatcher {
  begin(head: {
    status: number;
    statusText: string;
    httpVersion: string;
    headers: [name: string, value: string][];
  }): void;
  take(bytes: Uint8Array): void;
  /** Ends the stream: what came by then is the response, and is judged as one that ended by itself. */
  until?: AbortSignal;
}

/** HttpSession sends steps one after another or at once, sharing cookies, connections and extracted variables. */
export interface HttpSession {
  execute(step: HttpStep, options?: { signal?: AbortSignal }): Promise<HttpStepResult>;
  state(): HttpSessionState;
  /** Names that the step uses, also through values of the session's scopes; `runSteps` orders steps by it. */
  variablesUsedBy?(step: HttpStep): string[] | Promise<string[]>;
  /** Closes idle connections. */
  close(): Promise<void>;
}

/** ScriptRun is what a script did that ran without a request. Errors of the script are in `error`. */
export interface ScriptRun {
  /** Values that it set, whatever the scope. */
  variables: Record<string, string>;
  tests: ScriptTest[];
  logs: ScriptLog[];
  error: ScriptFailure | undefined;
  /** What it returned, where it was given `inputs`. */
  returned?: unknown;
}

/** LoneScript is a script that runs without a request. */
export interface LoneScript {
  name: string;
  code: string;
  /** Its own time, without waiting for requests. */
  limitMs?: number;
  /** Values that it has as variables of their names; what it returns is kept then. */
  inputs?: Readonly<Record<string, unknown>> | undefined;
}

/** PreparableSession can be given variables before, or between, its steps. */
export interface PreparableSession extends HttpSession {
  /** Sets variables as if a step had extracted them. */
  setVariables(values: Record<string, string>): void;
  /** Value of a text with `{{variables}}`, and the names that have no value. */
  resolve(text: string): { text: string; unresolved: string[] };
  /** Runs a script without a request. What it sets stays in the session. */
  runScript(script: LoneScript, signal?: AbortSignal): Promise<ScriptRun>;
}

/** What happens to a step while a list of steps runs. */
export type StepEvent =
  | { type: 'started'; step: HttpStep }
  | { type: 'finished'; step: HttpStep; result: HttpStepResult }
  | { type: 'skipped'; step: HttpStep; message: string };

/** Jump is what the script of the step `from` set as the next one; null ends the group. */
export interface Jump {
  from: string;
  target: string | null;
}

/** ResumePoint tells how far an interrupted run came in a group whose scripts may jump back. */
export interface ResumePoint {
  /** Steps of the group that were read already, in order. `steps` goes on after them. */
  group: HttpStep[];
  /** Index in `group` of the step that comes next, as if nothing had jumped. */
  position: number;
  /** Jumps before the interruption, `jump` not counted. */
  jumps: number;
  /** What the last step wanted, and the interruption prevented. */
  jump?: Jump;
}

/** Options of `runSteps`, the functional run that server, command line and preview share. */
export interface RunStepsOptions {
  steps: AsyncIterable<HttpStep> | Iterable<HttpStep>;
  session: HttpSession;
  /** Requests at once; 1 keeps the order strictly. */
  concurrency: number;
  /** The rest is skipped after the first step that did not pass; default false. */
  stopOnFailure?: boolean;
  /** Where an interrupted run goes on; needs `concurrency` 1. */
  resume?: ResumePoint;
  /** What a script may jump within, by name; default: the step's group. */
  sequenceOf?: (step: HttpStep) => string;
  /** Jumps of scripts (`setNextRequest`) in one run, which need `concurrency` 1; default 1000. */
  maxJumps?: number;
  signal: AbortSignal;
  /** Awaited: a slow receiver slows the run down, so memory stays bounded. */
  emit: (event: StepEvent) => void | Promise<void>;
}

/** Counts of what `runSteps` did with the steps that it read; they add up to `total`. */
export interface StepCounts {
  total: number;
  passed: number;
  failed: number;
  error: number;
  cancelled: number;
  skipped: number;
}
