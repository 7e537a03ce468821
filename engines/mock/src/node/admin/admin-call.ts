import type { MockEngine } from '../../core/engine/mock-engine.ts';
import type { RequestView } from '../../core/request/request-view.ts';
import type { Stub } from '../../core/stub.ts';
import type { Recorder, RecordingKeeper } from '../recording/recorder.ts';

/** What some calls of the admin API mean where the mock runs. */
export interface AdminHooks {
  /** Makes stubs outlast a reset and the process; says whether there is a place to keep them in. Without it, saving is refused. */
  save?: (stubs: readonly Stub[]) => Promise<boolean> | boolean;
  /** Takes back what `save` did for these stubs. */
  forget?: (stubs: readonly Stub[]) => Promise<void> | void;
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
  /** Whether members that WireMock doesn't have may be sent: its clients refuse them. */
  isDetailed: boolean;
  /** The body as a JSON object; throws AdminError where it is none. */
  body(): Record<string, unknown>;
}

/** AdminError is refused with a status and a sentence. */
export class AdminError extends Error {
  readonly status: number;
  /** WireMock's number of what is wrong; its clients tell some refusals apart by it. */
  readonly code: number;
  readonly errors: { title: string; detail?: string; source?: { pointer: string } }[];
  constructor(status: number, title: string, { code = 10, errors }: Partial<Pick<AdminError, 'code' | 'errors'>> = {}) {
    super(title);
    this.status = status;
    this.code = code;
    this.errors = errors ?? [{ title }];
  }
}

/** Reply is the status, 200 where none is named, and the value that is sent as JSON. */
export type Reply = { status?: number; value?: unknown };

/** A call: method, path below `/__admin`, and what it does. */
export type AdminRoute = [method: string, path: string, perform: (call: AdminCall) => Reply | Promise<Reply>];
