import type { ScriptFailure, ScriptLog, ScriptTest } from '@touchstone/engine-script/core';
import type { HttpStep } from './plan.ts';
import type { HttpStepResult } from './result.ts';
import type { ScopeState } from './script/session-scopes.ts';

/** Variable values from the narrowest scope to the widest; the first scope with the name takes precedence. */
export type VariableScopes = Record<string, string>[];

/** What a session carries from step to step; saved at checkpoints so that another runner can continue. */
export interface HttpSessionState {
  variables: Record<string, string>;
  /** Serialized cookie jar. */
  cookies: unknown;
  /** Changes by scripts in the scopes. */
  scopes?: ScopeState;
  /** OAuth 2.0 tokens; secret, like the cookies. */
  tokens?: Record<string, StoredToken>;
}

/** StoredToken is the result of a token endpoint, with the instants (milliseconds since 1970) of its validity. */
export interface StoredToken {
  accessToken: string;
  tokenType: string;
  refreshToken?: string;
  obtainedAtMs: number;
  /** Missing if the server didn't say. */
  expiresAtMs?: number;
}

/** StreamWatcher observes an event stream while it is read: its head once, then the bytes that are kept of it. */
export interface StreamWatcher {
  begin(head: {
    status: number;
    statusText: string;
    httpVersion: string;
    headers: [name: string, value: string][];
  }): void;
  take(bytes: Uint8Array): void;
  /** Ends the stream: the part received by then is the response, and is evaluated as if the stream had ended. */
  until?: AbortSignal;
}

/** HttpSession sends steps sequentially or in parallel, with shared cookies, connections and extracted variables. */
export interface HttpSession {
  execute(step: HttpStep, options?: { signal?: AbortSignal }): Promise<HttpStepResult>;
  state(): HttpSessionState;
  /**
   * Names used by the step, also indirectly through values in the session's scopes; `runSteps` orders steps by them.
   */
  variablesUsedBy?(step: HttpStep): string[] | Promise<string[]>;
  /** Closes idle connections. */
  close(): Promise<void>;
}

/** ScriptRun is the outcome of a script that ran without a request. Script errors are in `error`. */
export interface ScriptRun {
  /** Values it set, in any scope. */
  variables: Record<string, string>;
  tests: ScriptTest[];
  logs: ScriptLog[];
  error: ScriptFailure | undefined;
  /** Its return value, if it was given `inputs`. */
  returned?: unknown;
}

/** LoneScript is a script that runs without a request. */
export interface LoneScript {
  name: string;
  code: string;
  /** Limit for its own computing time, without waiting for requests. */
  limitMs?: number;
  /** Values available as variables with their names; if set, the return value is kept. */
  inputs?: Readonly<Record<string, unknown>> | undefined;
}

/** PreparableSession accepts variables before or between its steps. */
export interface PreparableSession extends HttpSession {
  /** Sets variables as if a step had extracted them. */
  setVariables(values: Record<string, string>): void;
  /** Value of a text with `{{variables}}`, and the names without a value. */
  resolve(text: string): { text: string; unresolved: string[] };
  /** Runs a script without a request. Values it sets stay in the session. */
  runScript(script: LoneScript, signal?: AbortSignal): Promise<ScriptRun>;
}

/** Event of a step while a list of steps runs. */
export type StepEvent =
  | { type: 'started'; step: HttpStep }
  | { type: 'finished'; step: HttpStep; result: HttpStepResult }
  | { type: 'skipped'; step: HttpStep; message: string };

/** Jump is the next step requested by the script of the step `from`; null ends the group. */
export interface Jump {
  from: string;
  target: string | null;
}

/** ResumePoint is how far an interrupted run got in a group whose scripts may jump back. */
export interface ResumePoint {
  /** Steps of the group already read, in order. `steps` continues after them. */
  group: HttpStep[];
  /** Index in `group` of the next step if nothing had jumped. */
  position: number;
  /** Jumps before the interruption, not counting `jump`. */
  jumps: number;
  /** The jump requested by the last step, prevented by the interruption. */
  jump?: Jump;
}

/** Options of `runSteps`, the functional run shared by server, command line and preview. */
export interface RunStepsOptions {
  steps: AsyncIterable<HttpStep> | Iterable<HttpStep>;
  session: HttpSession;
  /** Number of parallel requests; 1 keeps the order strictly. */
  concurrency: number;
  /** Whether the rest is skipped after the first step that did not pass; default false. */
  stopOnFailure?: boolean;
  /** Where an interrupted run continues; requires `concurrency` 1. */
  resume?: ResumePoint;
  /** Name of the sequence a script may jump within; default: the step's group. */
  sequenceOf?: (step: HttpStep) => string;
  /** Limit on jumps by scripts (`setNextRequest`) per run; jumps require `concurrency` 1; default 1000. */
  maxJumps?: number;
  signal: AbortSignal;
  /** Awaited: a slow receiver slows the run down, so memory stays bounded. */
  emit: (event: StepEvent) => void | Promise<void>;
}

/** StepCounts are the outcomes of the steps that `runSteps` read; they add up to `total`. */
export interface StepCounts {
  total: number;
  passed: number;
  failed: number;
  error: number;
  cancelled: number;
  skipped: number;
}
