import type { MockEngine } from '../../core/engine/mock-engine.ts';
import type { RequestView } from '../../core/request/request-view.ts';
import type { Stub } from '../../core/stub.ts';
import type { Recorder, RecordingKeeper } from '../recording/recorder.ts';

/** How some calls of the admin API are carried out where the mock runs. */
export interface AdminHooks {
  /**
   * Persists stubs beyond a reset and the process; returns whether there is a place to keep them. Without it, saving is
   * refused.
   */
  save?: (stubs: readonly Stub[]) => Promise<boolean> | boolean;
  /** Undoes `save` for these stubs. */
  forget?: (stubs: readonly Stub[]) => Promise<void> | void;
  /** Ends the program; without it, shutdown is refused. */
  shutdown?: () => void;
  /** Stores recordings; without it they stay in memory. */
  recordings?: RecordingKeeper;
}

/** The input of an admin API call. */
export interface AdminCall {
  engine: MockEngine;
  recorder: Recorder;
  hooks: AdminHooks;
  request: RequestView;
  /** Path variables. */
  path: Record<string, string>;
  /** Whether to send members that WireMock doesn't have; its clients reject them. */
  isDetailed: boolean;
  /** The body as a JSON object; throws AdminError if it isn't one. */
  body(): Record<string, unknown>;
}

/** AdminError refuses a call with a status and a sentence. */
export class AdminError extends Error {
  readonly status: number;
  /** WireMock's error code; its clients distinguish some refusals by it. */
  readonly code: number;
  readonly errors: { title: string; detail?: string; source?: { pointer: string } }[];
  constructor(status: number, title: string, { code = 10, errors }: Partial<Pick<AdminError, 'code' | 'errors'>> = {}) {
    super(title);
    this.status = status;
    this.code = code;
    this.errors = errors ?? [{ title }];
  }
}

/** Reply is the status (default 200) and the value sent as JSON. */
export type Reply = { status?: number; value?: unknown };

/** A call: method, path below `/__admin`, and its handler. */
export type AdminRoute = [method: string, path: string, perform: (call: AdminCall) => Reply | Promise<Reply>];
