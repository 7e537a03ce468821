import type { LiveCommand, LiveInput, LiveNews } from '@touchstone/contracts/web-testing';
import type { LiveBrowser, Session } from '@touchstone/engine-browser';
import type { Driver } from '@touchstone/engine-keyword/core';
import { AppError, type Clock } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { isFinal, type RunsDoor } from '../../../runs/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { webTestingErrors } from '../../errors.ts';
import { liveKey } from './live-key.ts';
import { assertHolder, type LiveAction, LiveRoom, type LiveWatcher } from './live-room.ts';
import { GatedDriver, RunGate } from './run-gate.ts';

interface Shown {
  session: Session;
  /** Created for the first watcher. */
  live: LiveBrowser | undefined;
}

/** The users around the browsers of a run: they watch, and one may use the browser while the run is paused. */
class WatchedRun {
  readonly room = new LiveRoom();
  readonly gate = new RunGate((isPaused) => this.room.broadcast({ type: 'paused', isPaused }));
  /** Open browsers; the last opened is shown. */
  #sessions: Shown[] = [];
  #watchers = 0;
  #hide: () => void = () => undefined;

  constructor() {
    this.room.broadcast({ type: 'idle' });
    this.room.broadcast({ type: 'paused', isPaused: false });
  }

  get isWatched(): boolean {
    return this.#watchers > 0;
  }
  get live(): LiveBrowser | undefined {
    return this.#sessions.at(-1)?.live;
  }

  opened(session: Session): { driver: Driver; closed: () => void } {
    const shown: Shown = { session, live: undefined };
    this.#sessions.push(shown);
    void this.#show();
    const closed = () => {
      this.#sessions = this.#sessions.filter((one) => one !== shown);
      shown.live?.close();
      if (this.room.holder) this.release();
      void this.#show();
    };
    return { driver: new GatedDriver(session, this.gate), closed };
  }

  async watch(watcher: LiveWatcher): Promise<() => void> {
    this.#watchers += 1;
    const leave = this.room.join(watcher);
    await this.#show();
    return () => {
      leave();
      this.#watchers -= 1;
      if (this.#watchers > 0) return;
      this.#hide();
      this.#hide = () => undefined;
      // Without watchers, no one could resume it.
      this.release();
    };
  }

  /** Resumes the run and releases control. */
  release(): void {
    this.room.hold(undefined);
    this.gate.resume();
  }

  async #show(): Promise<void> {
    this.#hide();
    this.#hide = () => undefined;
    const shown = this.#sessions.at(-1);
    if (!shown) return this.room.broadcast({ type: 'idle' });
    if (this.#watchers === 0) return;
    const { LiveBrowser: Live } = await import('@touchstone/engine-browser');
    if (this.#sessions.at(-1) !== shown) return;
    shown.live ??= new Live(
      shown.session,
      (news) => this.room.broadcast(news as LiveNews),
      () => this.room.holder !== undefined,
    );
    await shown.live.command({ type: 'mode', mode: 'use' });
    this.#hide();
    this.#hide = shown.live.view.watch((picture) => this.room.show(picture));
  }
}

/** WatchedRuns lets users watch the browsers of runs in this process, and use them while the run is paused. */
export class WatchedRuns {
  readonly #runs: Pick<RunsDoor, 'open'>;
  readonly #kind: string;
  readonly #clock: Clock;
  readonly #processes: Pick<Platform['processes'], 'hold'>;
  readonly #known = new Map<string, { run: WatchedRun; uses: number }>();
  readonly #atWork = new Set<string>();

  constructor({
    runs,
    kind,
    platform: { clock, processes },
  }: {
    runs: Pick<RunsDoor, 'open'>;
    kind: string;
    platform: Pick<Platform, 'clock' | 'processes'>;
  }) {
    this.#processes = processes;
    this.#clock = clock;
    this.#runs = runs;
    this.#kind = kind;
  }

  /**
   * A run starts in this process; the returned function must be called when it has ended or moved to another process.
   */
  begin(runId: string): () => void {
    const { run, release } = this.#hold(runId);
    const { release: releaseProcess } = this.#processes.hold(liveKey(runId));
    this.#atWork.add(runId);
    return () => {
      this.#atWork.delete(runId);
      releaseProcess();
      run.gate.resume();
      run.room.end('The run has ended.');
      release();
    };
  }

  /** Whether the run is executed in this process. */
  isAtWork(runId: string): boolean {
    return this.#atWork.has(runId);
  }

  /** A browser of the run is open; the driver waits while a user uses the browser. */
  opened(runId: string, session: Session): { driver: Driver; closed: () => void } {
    return this.#known.get(runId)?.run.opened(session) ?? { driver: session, closed: () => undefined };
  }

  /** Shows the browsers of a run, also of one that is still queued, until the returned function is called. */
  async watch(caller: Actor, runId: string, watcher: LiveWatcher): Promise<() => void> {
    await this.#find(caller, runId, 'view');
    const { run, release } = this.#hold(runId);
    const leave = await run.watch(watcher);
    return () => {
      leave();
      release();
    };
  }

  async input(caller: Actor, runId: string, inputs: LiveInput[]): Promise<void> {
    const live = await this.#held(caller, runId);
    await live?.input(inputs);
  }

  /** Returns the copied text, or an empty string. */
  async command(caller: Actor, runId: string, command: LiveCommand): Promise<string> {
    const live = await this.#held(caller, runId);
    if (command.type === 'copy') return (await live?.selectedText()) ?? '';
    if (command.type !== 'mode') await live?.command(command);
    return '';
  }

  /** Pauses or resumes a run or lets it take one step, and gives control of its browser while it is paused. */
  async control(caller: Actor, runId: string, action: LiveAction): Promise<void> {
    await this.#find(caller, runId, 'edit');
    const run = this.#known.get(runId)?.run;
    if (!run?.isWatched) throw new AppError(webTestingErrors.runNotLive);
    if (action === 'take') {
      run.gate.pause();
      run.room.hold(caller, this.#clock.monotonicMs());
    } else if (action === 'pause') run.gate.pause();
    else if (action === 'next') run.gate.next();
    else run.release();
  }

  async #find(caller: Actor, runId: string, need: 'view' | 'edit'): Promise<void> {
    const { kind, status } = await this.#runs.open(caller, runId, need);
    if (kind !== this.#kind) throw new AppError(webTestingErrors.notOfWebTesting);
    if (isFinal(status)) throw new AppError(webTestingErrors.runNotLive);
  }

  async #held(caller: Actor, runId: string): Promise<LiveBrowser | undefined> {
    const run = this.#known.get(runId)?.run;
    if (!run) throw new AppError(webTestingErrors.noRecording);
    await assertHolder(run.room, caller, this.#clock.monotonicMs(), (need) => this.#find(caller, runId, need));
    return run.live;
  }

  /** A run is known while it is executed here or has watchers. */
  #hold(runId: string): { run: WatchedRun; release: () => void } {
    const known = this.#known.get(runId) ?? { run: new WatchedRun(), uses: 0 };
    this.#known.set(runId, known);
    known.uses += 1;
    const release = () => {
      known.uses -= 1;
      if (known.uses === 0) this.#known.delete(runId);
    };
    return { run: known.run, release };
  }
}
