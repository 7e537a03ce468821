import type { LoadFrame, LoadPlan } from '../core/index.ts';
import type { ThreadEnd, ThreadOptions } from './load-thread.ts';

/** A worker thread's initial data. */
export interface WorkerStart {
  plan: LoadPlan;
  options: Omit<ThreadOptions, 'files' | 'onFrame'>;
  /** Whether files can be requested. */
  hasFiles: boolean;
}

export type ToWorker =
  /** Milliseconds since 1970. */
  | { type: 'start'; atMs: number }
  | { type: 'stop' }
  | { type: 'abort' }
  | { type: 'file'; fileId: string; file: SentFile | undefined };

export type FromWorker =
  | { type: 'ready' }
  | { type: 'frame'; frame: LoadFrame }
  | { type: 'ended'; end: ThreadEnd }
  | { type: 'failed'; message: string }
  | { type: 'file'; fileId: string };

/** SentFile is a whole file; every thread gets it once. */
export interface SentFile {
  bytes: Uint8Array;
  fileName: string;
  contentType: string;
}
