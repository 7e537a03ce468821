import { availableParallelism } from 'node:os';
import {
  type ExecutionEnd,
  type LoadEnd,
  type LoadFrame,
  type LoadPlan,
  type LoadSummary,
  LoadTally,
  plannedLoad,
  type RequestSummary,
  type ScenarioSummary,
  slicePlan,
  validatePlan,
} from '../core/index.ts';
import { FrameMerger } from './frame-merger.ts';
import type { ThreadEnd } from './load-thread.ts';
import type { RunLoad, RunLoadOptions } from './run-load-options.ts';
import { WorkerHandle } from './worker-handle.ts';

/** An additional thread pays off from about this many virtual users. */
const usersPerThread = 100;

/**
 * runLoad runs a plan, or one share of it, in its own threads and returns the summary; frames are reported during the
 * run. Rejects if the plan has problems, or if a thread dies.
 */
export const runLoad: RunLoad = async (plan, options = {}) => {
  const problems = validatePlan(plan);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join(' '));
  return await new LoadRun(plan, options).run();
};

class LoadRun {
  readonly #plan: LoadPlan;
  readonly #options: RunLoadOptions;
  readonly #tally: LoadTally;
  readonly #workers: WorkerHandle[];
  readonly #merger: FrameMerger;
  #end: LoadEnd = 'finished';
  #startedAtMs = 0;

  constructor(plan: LoadPlan, options: RunLoadOptions) {
    const { shard } = options;
    this.#plan = shard === undefined ? plan : slicePlan(plan, shard.index, shard.count);
    this.#options = options;
    this.#tally = new LoadTally(plan);
    const threads = Math.max(1, Math.floor(options.threads ?? threadsFor(this.#plan)));
    this.#merger = new FrameMerger(threads, (frame) => this.#take(frame));
    this.#workers = Array.from({ length: threads }, (_, index) => this.#openWorker(index, threads));
  }

  async run(): Promise<LoadSummary> {
    const { signal, stopSignal, whenReady } = this.#options;
    const stop = () => this.#close('stopped');
    const abort = () => this.#close('stopped', true);
    try {
      await Promise.all(this.#workers.map((worker) => worker.ready));
      this.#startedAtMs = (await whenReady?.()) ?? Date.now();
      for (const worker of this.#workers) worker.start(this.#startedAtMs);
      stopSignal?.addEventListener('abort', stop);
      signal?.addEventListener('abort', abort);
      if (stopSignal?.aborted) stop();
      if (signal?.aborted) abort();
      const ends = await Promise.all(this.#workers.map((worker, index) => this.#endOf(worker, index)));
      return this.#summarize(ends);
    } finally {
      stopSignal?.removeEventListener('abort', stop);
      signal?.removeEventListener('abort', abort);
      await Promise.all(this.#workers.map((worker) => worker.terminate()));
    }
  }

  #openWorker(index: number, threads: number): WorkerHandle {
    const { files, tls, mark, proxy, addressPolicy, userAgent, dynamicValues, shard } = this.#options;
    const thread = `thread ${index + 1}`;
    const number = (shard?.index ?? 0) * 1000 + index;
    return new WorkerHandle(
      {
        plan: slicePlan(this.#plan, index, threads),
        options: {
          name: shard === undefined ? thread : `shard ${shard.index + 1} ${thread}`,
          number,
          ...(tls === undefined ? {} : { tls }),
          ...(mark === undefined ? {} : { mark }),
          ...(proxy === undefined ? {} : { proxy }),
          ...(addressPolicy === undefined ? {} : { addressPolicy }),
          ...(userAgent === undefined ? {} : { userAgent }),
          ...(dynamicValues === undefined ? {} : { dynamicValues }),
        },
      },
      files,
      (frame) => this.#merger.add(index, frame),
    );
  }

  async #endOf(worker: WorkerHandle, index: number): Promise<ThreadEnd> {
    const end = await worker.ended;
    this.#merger.ended(index);
    return end;
  }

  #take(frame: LoadFrame): void {
    this.#tally.add(frame);
    this.#options.onFrame?.(frame);
    if (this.#options.abortByThresholds === false || this.#end !== 'finished') return;
    if (this.#tally.abortingThreshold(Date.now() - this.#startedAtMs) !== undefined) this.#close('aborted', true);
  }

  #close(end: LoadEnd, cutsOff = false): void {
    if (this.#end === 'finished') this.#end = end;
    for (const worker of this.#workers) {
      if (cutsOff) worker.abort();
      else worker.stop();
    }
  }

  #summarize(ends: readonly ThreadEnd[]): LoadSummary {
    const places = this.#plan.scenarios.map((_, place) => place);
    const paths = places.map((place) =>
      this.#plan.scenarios[place]!.steps.map((_, step) => mergedPath(ends.map((end) => end.paths[place]?.[step]))),
    );
    return this.#tally.summary({
      startedAtMs: this.#startedAtMs,
      durationMs: Date.now() - this.#startedAtMs,
      end: this.#end,
      endedEarly: places.map((place) =>
        earlyEnd(
          ends.map((end) => end.scenarios[place]!),
          this.#end,
        ),
      ),
      paths,
      notes: pathNotes(this.#plan, paths),
    });
  }
}

function threadsFor(plan: LoadPlan): number {
  const { maxUsers } = plannedLoad(plan);
  return Math.min(availableParallelism(), Math.ceil(maxUsers / usersPerThread));
}

/** A step counts as general if any thread sent it that way. */
function mergedPath(paths: readonly RequestSummary['path'][]): RequestSummary['path'] {
  return paths.find((path) => path?.kind === 'general') ?? paths[0];
}

function earlyEnd(ends: readonly ExecutionEnd[], end: LoadEnd): ScenarioSummary['endedEarly'] {
  if (ends.includes('aborted') && end === 'aborted') return 'aborted';
  if (ends.includes('stopped') || ends.includes('aborted')) return 'stopped';
  return ends.includes('rowsUsedUp') ? 'rowsUsedUp' : undefined;
}

function pathNotes(plan: LoadPlan, paths: readonly (readonly RequestSummary['path'][])[]): string[] {
  return plan.scenarios.flatMap(({ steps }, place) =>
    steps.flatMap(({ name }, step) => {
      const path = paths[place]?.[step];
      if (path?.kind !== 'general') return [];
      return [
        `"${name}" took the general path, which makes fewer requests per second${path.reason === undefined ? '' : `: ${path.reason}`}.`,
      ];
    }),
  );
}
