import type {
  CookieCall,
  ScriptCookie,
  ScriptFailure,
  ScriptLog,
  ScriptOutcome,
  ScriptRequest,
  ScriptResponse,
  ScriptTest,
} from '../core/script-types.ts';

/** Messages from the host to a script worker. */
export type ToWorker =
  | { type: 'run'; code: string; parameters: string[]; inputText: string; responseText: string }
  | { type: 'response'; id: number; response?: ScriptResponse; value?: ScriptCookie[]; error?: string };

/**
 * Messages from a script worker to the host. The worker's code is ours; what came out of the sandbox was already
 * checked and truncated.
 */
export type FromWorker =
  | { type: 'ready' }
  /** The script's own time starts. */
  | { type: 'started' }
  | { type: 'log'; log: ScriptLog }
  | { type: 'test'; index: number; test: ScriptTest }
  | { type: 'request'; id: number; request: ScriptRequest }
  | { type: 'cookies'; id: number; call: CookieCall | undefined }
  /** The script only waits for responses: its time stands still. */
  | { type: 'waiting' }
  | { type: 'done'; report?: Omit<ScriptOutcome, 'tests' | 'logs' | 'durationMs'>; failure?: ScriptFailure };

/** A script worker's initial data. */
export interface WorkerStart {
  wasmModule: WebAssembly.Module;
}
