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

/** What the host says to a script worker. */
export type ToWorker =
  | { type: 'run'; code: string; parameters: string[]; inputText: string; responseText: string }
  | { type: 'response'; id: number; response?: ScriptResponse; value?: ScriptCookie[]; error?: string };

/** What a script worker says to the host. The worker's code is ours; what came out of the sandbox is checked and cut before. */
export type FromWorker =
  | { type: 'ready' }
  /** The script's own time begins. */
  | { type: 'started' }
  | { type: 'log'; log: ScriptLog }
  | { type: 'test'; index: number; test: ScriptTest }
  | { type: 'request'; id: number; request: ScriptRequest }
  | { type: 'cookies'; id: number; call: CookieCall | undefined }
  /** Nothing is left to do but to wait for answers to requests: the script's time stands still. */
  | { type: 'waiting' }
  | { type: 'done'; report?: Omit<ScriptOutcome, 'tests' | 'logs' | 'durationMs'>; failure?: ScriptFailure };

/** What a script worker is started with. */
export interface WorkerStart {
  wasmModule: WebAssembly.Module;
}
