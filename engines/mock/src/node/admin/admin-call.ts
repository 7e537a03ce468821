import type { MockEngine } from '../../core/engine/mock-engine.ts';
import type { RequestView } from '../../core/request/request-view.ts';
import type { Recorder, RecordingKeeper } from '../recording/recorder.ts';

/** What some calls of the admin API mean where the mock runs. */
export interface AdminHooks {
  /** Keeps the stubs beyond the process; without it, saving is refused. */
  save?: () => Promise<void> | void;
  /** Ends the program; without it, shutting down is refused. */
  shutdown?: () => void;
  /** Keeps recordings; without it they stay in memory. */
  recordings?: RecordingKeeper;
}

/** What a call of the admin API gets. */
export interface AdminCall {
  engine: MockEngine;
  recorder: Recorder;
  hooks: AdminHooks;
  request: RequestView;
  /** Variables of the path. */
  path: Record<string, string>;
  /** The body as a JSON object; throws AdminError where it is none. */
  body(): Record<string, unknown>;
}

/** AdminError is refused with a status and a sentence. */
export class AdminError extends Error {
  readonly status: number;
  readonly errors: { title: string; detail?: string; source?: { pointer: string } }[];
  constructor(status: number, title: string, errors?: AdminError['errors']) {
    super(title);
    this.status = status;
    this.errors = errors ?? [{ title }];
  }
}

/** Reply is the status and the value that is sent as JSON; undefined sends no body. */
export type Reply = { status?: number; value?: unknown };

/** A call: method, path below `/__admin`, and what it does. */
export type AdminRoute = [method: string, path: string, perform: (call: AdminCall) => Reply | Promise<Reply>];
