import { setTimeout as pause } from 'node:timers/promises';
import type { LiveCommand, RepositoryStep } from '@touchstone/contracts/web-testing';
import type { Platform } from '../../../../platform/platform.ts';
import { NotReached, type WriteAnswer } from '../../../../platform/processes/process-calls.ts';
import { type Actor, actorOf } from '../../../workspaces/index.ts';
import { liveKey } from './live-key.ts';
import type { LiveAction, SentInput } from './live-room.ts';
import { writeLive } from './outlet.ts';
import type { RecordingRequest, Recordings } from './recordings.ts';
import type { WatchedRuns } from './watched-runs.ts';

/** A user's action on a live browser. */
type LiveAct =
  | { type: 'input'; sent: SentInput }
  | { type: 'command'; command: LiveCommand }
  | { type: 'try'; steps: RepositoryStep[] }
  | { type: 'control'; action: LiveAction }
  | { type: 'close' };
interface Asked {
  caller: Actor;
  liveId: string;
}

/** How often waiting watchers of a run check whether another process has started it, in milliseconds. */
const checkIntervalMs = 1000;

/** LiveBrowsers finds the browser of a call, in this process or in the one that owns it. */
export class LiveBrowsers {
  readonly #processes: Platform['processes'];
  readonly #recordings: Recordings;
  readonly #watchedRuns: WatchedRuns;
  readonly #watchThere: (process: string, asked: Asked) => Promise<WriteAnswer>;
  readonly #performThere: (process: string, asked: Asked & { act: LiveAct }) => Promise<string>;

  constructor({
    platform: { processes, processCalls },
    recordings,
    watchedRuns,
  }: {
    platform: Pick<Platform, 'processes' | 'processCalls'>;
    recordings: Recordings;
    watchedRuns: WatchedRuns;
  }) {
    this.#processes = processes;
    this.#recordings = recordings;
    this.#watchedRuns = watchedRuns;
    this.#watchThere = processCalls.defineStream('web-testing.watch', (asked: Asked) => this.#watchHere(asked));
    this.#performThere = processCalls.define('web-testing.act', (asked: Asked & { act: LiveAct }) =>
      this.#performHere(asked),
    );
  }

  open(caller: Actor, request: RecordingRequest): Promise<string> {
    return this.#recordings.open(caller, request);
  }

  /** Returns the function that writes a browser's pictures and events. Throws if the caller may not see the browser. */
  watch(caller: Actor, liveId: string): Promise<WriteAnswer> {
    const asked = { caller, liveId };
    return this.#wherever(
      liveId,
      () => this.#watchHere(asked),
      (process) => this.#watchThere(process, { ...asked, caller: portable(caller) }),
    );
  }

  /** Performs the caller's action; returns the copied text, or an empty string. */
  perform(caller: Actor, liveId: string, act: LiveAct): Promise<string> {
    const asked = { caller, liveId, act };
    return this.#wherever(
      liveId,
      () => this.#performHere(asked),
      (process) => this.#performThere(process, { ...asked, caller: portable(caller) }),
    );
  }

  async #wherever<Answer>(
    liveId: string,
    locally: () => Promise<Answer>,
    remotely: (process: string) => Promise<Answer>,
  ): Promise<Answer> {
    const process = await this.#elsewhere(liveId);
    if (process === undefined) return locally();
    return remotely(process).catch((error: unknown) => {
      // The other process has just exited, and its browsers with it.
      if (error instanceof NotReached) return locally();
      throw error;
    });
  }

  /** The other process that owns the browser; undefined if this process or none does. */
  async #elsewhere(liveId: string): Promise<string | undefined> {
    if (this.#recordings.has(liveId) || this.#watchedRuns.isAtWork(liveId)) return undefined;
    const holder = await this.#processes.holderOf(liveKey(liveId));
    return holder === this.#processes.own ? undefined : holder;
  }

  #watchHere({ caller, liveId }: Asked): Promise<WriteAnswer> {
    if (this.#recordings.has(liveId)) return writeLive((watcher) => this.#recordings.watch(caller, liveId, watcher));
    // If the run starts in another process, the stream ends; the page reconnects and is routed there.
    const startedElsewhere = async (signal: AbortSignal) => {
      while (!signal.aborted && !(await this.#elsewhere(liveId)))
        await pause(checkIntervalMs, undefined, { signal, ref: false });
    };
    return writeLive(
      (watcher) => this.#watchedRuns.watch(caller, liveId, watcher),
      this.#watchedRuns.isAtWork(liveId) ? undefined : startedElsewhere,
    );
  }

  async #performHere({ caller, liveId, act }: Asked & { act: LiveAct }): Promise<string> {
    const [recordings, runs] = [this.#recordings, this.#watchedRuns];
    switch (act.type) {
      case 'input':
        if (!(await recordings.input(caller, liveId, act.sent))) await runs.input(caller, liveId, act.sent.inputs);
        return '';
      case 'command':
        return (await recordings.command(caller, liveId, act.command)) ?? runs.command(caller, liveId, act.command);
      case 'control':
        if (!(await recordings.control(caller, liveId, act.action))) await runs.control(caller, liveId, act.action);
        return '';
      case 'try':
        await recordings.trySteps(caller, liveId, act.steps);
        return '';
      case 'close':
        await recordings.close(caller, liveId);
        return '';
    }
  }
}

/** The part of a caller that another process needs. */
const portable = ({ workspaceAccess, ...caller }: Actor): Actor => ({
  ...actorOf(caller),
  ...(workspaceAccess && { workspaceAccess }),
});
