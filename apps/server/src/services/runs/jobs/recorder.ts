import type { RunCounts, RunStatus } from '@touchstone/contracts/runs';
import type { Platform } from '../../../platform/platform.ts';
import { checkpointPlace } from '../app/checkpoint.ts';
import { toEvent } from '../app/run-event.ts';
import { LeaseLost } from '../domain/lease-lost.ts';
import type { FinishedStep } from '../domain/run.ts';
import type { OpenStep } from '../domain/run-kind.ts';
import { type Lease, leasesStore } from '../store/leases.store.ts';

const flushEveryMs = 100;
const fullAt = 200;

interface LineFields extends Pick<FinishedStep, 'index' | 'message' | 'durationMs' | 'title'> {
  status: RunStatus;
}

/**
 * Recorder writes results in batches: counts, steps, checkpoint and event in one transaction that carries the fencing
 * token. A step is recorded exactly once; steps not recorded before a runner dies are executed again.
 */
export class Recorder {
  readonly #platform: Platform;
  readonly #lease: Lease;
  readonly #onError: (error: unknown) => void;
  /** The event stream's lines of started steps, by index. */
  #started = new Map<number, unknown>();
  /** Steps that were read and haven't ended, for the default lines. */
  readonly #read = new Map<number, OpenStep>();
  #finished: FinishedStep[] = [];
  readonly #running: Set<number>;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #readState: (() => unknown) | undefined;
  #lastState = '';

  constructor(platform: Platform, lease: Lease, onError: (error: unknown) => void) {
    this.#running = new Set(lease.startedSteps);
    this.#platform = platform;
    this.#lease = lease;
    this.#onError = onError;
  }

  keepState(read: () => unknown): void {
    this.#readState = read;
  }

  /** Registers a step that is passed to the kind for execution. */
  read(step: OpenStep): void {
    this.#read.set(step.index, step);
  }

  started({ index, line, message = null }: { index: number; line?: unknown; message?: string | null }): void {
    this.#started.set(index, line ?? this.#line({ index, status: 'running', message, durationMs: null }));
    this.#arm();
  }

  async finished({ line, ...step }: FinishedStep): Promise<void> {
    this.#finished.push({ ...step, line: line ?? this.#line(step) });
    this.#read.delete(step.index);
    this.#arm();
    if (this.#finished.length >= fullAt) await this.flush();
  }

  #line({ index, status, message, durationMs, title }: LineFields): unknown {
    const step = this.#read.get(index);
    return {
      ...(step && { stepId: step.stepId, kind: step.kind, parentId: step.parentId }),
      index,
      title: title ?? step?.title,
      status,
      message,
      durationMs,
    };
  }

  #arm(): void {
    this.#timer ??= setTimeout(() => {
      this.flush().catch(() => undefined);
    }, flushEveryMs);
  }

  /**
   * Writes the buffer; writes never overlap. After one has failed, all later ones fail: its steps are executed again.
   */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() =>
      this.#write().catch((error: unknown) => {
        this.#onError(error);
        throw error;
      }),
    );
    return this.#writing;
  }

  async #write(): Promise<void> {
    const finished = this.#finished;
    const started = this.#started;
    if (!finished.length && !started.size) return;
    this.#finished = [];
    this.#started = new Map();
    // Read in the same tick: a step that ends later belongs to the next batch.
    const state = this.#sealedState();
    for (const step of finished) started.delete(step.index);
    const delta = countDelta(finished);
    const newlyStarted = [...started.keys()].filter((index) => !this.#running.has(index));
    delta.running = newlyStarted.length - finished.filter((step) => this.#running.has(step.index)).length;
    await this.#platform.database.transaction(async (_sql, client) => {
      const recorded = await leasesStore.advance(client, this.#lease, delta, state, finished.length > 0);
      if (!recorded) throw new LeaseLost();
      if (newlyStarted.length) await leasesStore.markStarted(client, this.#lease, newlyStarted);
      const planned = finished.filter((step) => step.repeat === undefined);
      const repeats = finished.filter((step) => step.repeat !== undefined);
      let written = planned.length ? await leasesStore.markFinished(client, this.#lease, planned) : 0;
      if (repeats.length) written += await leasesStore.insertRepeats(client, this.#lease, repeats);
      if (written !== finished.length)
        throw new Error(`${finished.length - written} results of run ${this.#lease.runId} were recorded already`);
      const steps = [...started.values(), ...finished.map((step) => step.line)];
      await leasesStore.insertEvent(
        client,
        this.#lease.runId,
        recorded.seq,
        'steps',
        toEvent(this.#lease.runId, recorded, { type: 'steps', steps }),
      );
    });
    for (const step of finished) {
      this.#running.delete(step.index);
      this.#platform.metrics.stepsRecorded.inc({ kind: this.#lease.kind, status: step.status });
    }
    for (const index of newlyStarted) this.#running.add(index);
  }

  #sealedState(): string | undefined {
    const state = this.#readState === undefined ? '' : JSON.stringify(this.#readState());
    if (state === this.#lastState || state === '') return undefined;
    this.#lastState = state;
    return this.#platform.secrets.seal(state, checkpointPlace(this.#lease.runId));
  }
}

function countDelta(finished: FinishedStep[]): Omit<RunCounts, 'queued'> {
  const delta = { total: 0, running: 0, passed: 0, failed: 0, error: 0, skipped: 0, cancelled: 0 };
  for (const step of finished) {
    delta[step.status] += 1;
    if (step.repeat !== undefined) delta.total += 1;
  }
  return delta;
}
