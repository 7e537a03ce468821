import { type LoadFrame, type LoadPlan, LoadTally } from '@touchstone/engine-load/core';
import type { Platform } from '../../../platform/platform.ts';
import type { RunContext } from '../../runs/index.ts';
import type { VirtualUsers } from '../../virtual-users/index.ts';
import { FrameFlow } from '../domain/frame-flow.ts';
import { toTotals } from '../domain/points.ts';
import { isDone, lostAfterMs, type Shard } from '../domain/shard.ts';
import { framesStore } from '../store/frames.store.ts';
import { type PerformanceRow, performanceStore } from '../store/performance.store.ts';

/**
 * Other runners that haven't joined within this time aren't waited for; the plan is distributed over those that have.
 */
const joinWithinMs = 10_000;
/** Preparing takes long on a busy machine; a lost shard isn't waited for. */
const readyWithinMs = 120_000;
/** Time from all shards being ready to the common start. */
const startInMs = 2000;
const pollIntervalMs = 500;

/** What leading a run needs besides the run. */
export interface LeadNeeds {
  platform: Platform;
  virtualUsers: VirtualUsers;
  /** Asks other runners for help; `end` withdraws the request. */
  askForHelp(count: number): Promise<{ end(): Promise<void> }>;
  /** Generates this runner's own shard. */
  runOwnShard(signal: AbortSignal): Promise<void>;
}

/**
 * LeadRun leads a performance run from the joining of its runners through the common start to its result. All relevant
 * state is in the database, so that the leader of the next attempt can end what this one started.
 */
export class LeadRun {
  readonly #needs: LeadNeeds;
  readonly #context: RunContext;
  readonly #row: PerformanceRow;
  readonly #flow = new FrameFlow();
  readonly #tally: LoadTally;
  readonly #own = new AbortController();
  #durationMs = 0;
  #startedAtMs: number;
  #end: 'finished' | 'stopped' | 'aborted' = 'finished';
  #problem: string | undefined;
  #wake: () => void = () => undefined;

  constructor(needs: LeadNeeds, context: RunContext, row: PerformanceRow, plan: LoadPlan) {
    this.#needs = needs;
    this.#context = context;
    this.#row = row;
    this.#tally = new LoadTally(plan);
    this.#startedAtMs = row.startAt?.getTime() ?? Date.now();
  }

  async execute(): Promise<void> {
    const { notifier } = this.#needs.platform;
    const unlisten = await notifier.listen('performance_frame', (runId) => {
      if (runId === this.#context.runId) this.#wake();
    });
    const onAbort = () => this.#wake();
    this.#context.signal.addEventListener('abort', onAbort);
    try {
      if (this.#row.phase === 'ended') await this.#record(await this.#shards());
      else if (this.#row.phase === 'waiting') await this.#lead();
      else await this.#recover();
    } finally {
      this.#context.signal.removeEventListener('abort', onAbort);
      unlisten();
    }
  }

  async #lead(): Promise<void> {
    const { runId } = this.#context;
    await performanceStore.join(this.#sql, runId, { shardId: runId, name: 'Runner 1' });
    const wanted = this.#row.shards;
    const help = await this.#needs.askForHelp(this.#context.attempt === 1 ? wanted - 1 : 0);
    const own: Promise<void> = this.#needs
      .runOwnShard(this.#own.signal)
      .catch((error: Error) => this.#ownFailed(error));
    try {
      await this.#until(joinWithinMs, (shards) => shards.length >= wanted);
      await performanceStore.dealOut(this.#sql, runId);
      await this.#until(
        readyWithinMs,
        (shards) => shards.every((shard) => shard.state !== 'joined') || shards.some(isDone),
      );
      if (!this.#mustStop) await this.#start();
      await this.#follow();
      this.#own.abort();
      await own;
      if (!this.#isHandedOver) await this.#finish();
    } finally {
      this.#own.abort();
      await own;
      await help.end();
    }
  }

  /** The previous leader was lost: what was measured is kept, and the run ends. */
  async #recover(): Promise<void> {
    await performanceStore.stop(this.#sql, this.#context.runId);
    this.#problem = 'The runner that led this run was lost. Its measurements until then are kept. Start the run again.';
    await this.#follow();
    if (!this.#isHandedOver) await this.#finish();
  }

  async #start(): Promise<void> {
    const shards = await this.#shards();
    const missing = shards.filter((shard) => shard.state === 'joined' || isDone(shard));
    if (missing.length > 0 || shards.length === 0) {
      const who = missing.map((shard) => shard.name).join(', ') || 'All runners';
      this.#problem ??= `${who} did not get ready. Look into the log of the runners, then start the run again.`;
      await performanceStore.stop(this.#sql, this.#context.runId);
      return;
    }
    this.#startedAtMs = (await performanceStore.setStart(this.#sql, this.#context.runId, startInMs)).getTime();
    await framesStore.wake(this.#sql, this.#context.runId);
  }

  /**
   * Until all shards have ended: turns frames into points and totals, checks thresholds, and gives up on silent shards.
   */
  async #follow(): Promise<void> {
    for (;;) {
      if (this.#isHandedOver) return;
      const shards = await this.#giveUpLost(await this.#shards());
      const isLast = shards.every(isDone);
      await this.#pull(shards);
      if (isLast) return;
      await this.#stopIfNeeded();
      await this.#pause();
    }
  }

  async #pull(shards: Shard[]): Promise<void> {
    const { runId } = this.#context;
    for (;;) {
      const rows = await framesStore.listFrames(this.#sql, runId, this.#flow.next);
      for (const row of rows) this.#flow.add(row.shardId, row.frame);
      const frames = this.#flow.take(shards);
      for (const frame of frames) this.#count(frame);
      await framesStore.insertPoints(
        this.#sql,
        runId,
        frames.flatMap((frame) => this.#flow.points(frame)),
      );
      const totals = frames.length > 0 ? toTotals(this.#summary(shards)) : undefined;
      await performanceStore.beat(this.#sql, runId, totals);
      if (rows.length < 1000 || frames.length === 0) return;
    }
  }

  #count(frame: LoadFrame): void {
    this.#tally.add(frame);
    this.#durationMs = frame.second * 1000 + Math.max(0, ...frame.scenarios.map((scenario) => scenario.activeMs));
  }

  async #stopIfNeeded(): Promise<void> {
    if (this.#context.signal.aborted) this.#end = 'stopped';
    else if (this.#end === 'finished' && this.#tally.abortingThreshold(this.#durationMs)) this.#end = 'aborted';
    if (this.#end !== 'finished') await performanceStore.stop(this.#sql, this.#context.runId);
  }

  async #giveUpLost(shards: Shard[]): Promise<Shard[]> {
    const { runId } = this.#context;
    const lost = shards.filter((shard) => !isDone(shard) && shard.silentMs > lostAfterMs);
    for (const { shardId } of lost)
      await performanceStore.setShard(this.#sql, runId, shardId, { state: 'lost', lostAtSecond: this.#flow.next });
    return lost.length > 0 ? this.#shards() : shards;
  }

  async #ownFailed(error: Error): Promise<void> {
    const { runId } = this.#context;
    this.#needs.platform.log.error({ err: error, runId }, 'generating load failed');
    this.#problem = 'The load could not be generated. Look into the log of the runner, then start the run again.';
    await performanceStore.stop(this.#sql, runId);
    await performanceStore.setShard(this.#sql, runId, runId, { state: 'lost', lostAtSecond: this.#flow.next });
  }

  async #finish(): Promise<void> {
    const { runId } = this.#context;
    if (this.#context.signal.aborted) this.#end = 'stopped';
    const shards = await this.#shards();
    await framesStore.insertPoints(this.#sql, runId, this.#flow.rest());
    const summary = this.#summary(shards);
    const wasMeasured = this.#flow.next > 0;
    await performanceStore.end(this.#sql, runId, {
      totals: wasMeasured ? toTotals(summary) : null,
      summary: wasMeasured ? summary : null,
    });
    await framesStore.deleteFrames(this.#sql, runId);
    await this.#needs.virtualUsers.settle(runId, summary.scenarios[0]?.vusMax ?? 0);
    await this.#record(shards);
  }

  /** Records the results of the run: the load, then each threshold. A stopped run is closed by the runs core. */
  async #record(shards: Shard[]): Promise<void> {
    const { signal, openSteps, finished, conclude } = this.#context;
    await framesStore.wake(this.#sql, this.#context.runId);
    if (signal.aborted) return;
    const row = await performanceStore.find(this.#sql, this.#context.runId);
    const problem = this.#problem ?? lostNotes(shards)[0];
    for await (const { index } of openSteps()) {
      const threshold = index === 0 ? undefined : row?.totals?.thresholds[index - 1];
      const message = index === 0 ? (problem ?? null) : (threshold?.message ?? 'Nothing was measured.');
      const status = index === 0 ? (problem ? 'error' : 'passed') : threshold?.passed ? 'passed' : 'failed';
      await finished({
        index,
        status,
        durationMs: this.#durationMs,
        startedAt: new Date(this.#startedAtMs),
        message,
        outcome: null,
        detail: null,
      });
    }
    if (problem) conclude(problem);
    else if (this.#end === 'aborted') conclude('A threshold was crossed that ends the run.');
  }

  #summary(shards: readonly Shard[]) {
    const facts = shards.flatMap((shard) => shard.facts ?? []);
    const early = facts.find((fact) => fact.endedEarly)?.endedEarly;
    const few = shards.length < this.#row.shards && shards.length > 0;
    return this.#tally.summary({
      startedAtMs: this.#startedAtMs,
      durationMs: this.#durationMs,
      end: this.#end,
      notes: [
        ...(this.#problem ? [this.#problem] : []),
        ...lostNotes(shards),
        ...(few ? [`${shards.length} of ${this.#row.shards} runners were free; they shared the whole load.`] : []),
        ...new Set(facts.flatMap((fact) => fact.notes)),
      ],
      ...(early ? { endedEarly: [early] } : {}),
      paths: [facts[0]?.paths.map((path) => path ?? undefined) ?? []],
    });
  }

  /** Waits until the shards reach a state, but only for a limited time. */
  async #until(withinMs: number, isReached: (shards: Shard[]) => boolean): Promise<void> {
    const deadline = performance.now() + withinMs;
    while (performance.now() < deadline && !this.#mustStop) {
      if (isReached(await this.#giveUpLost(await this.#shards()))) return;
      await performanceStore.beat(this.#sql, this.#context.runId, undefined);
      await this.#pause(100);
    }
  }

  #pause(ms = pollIntervalMs): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  get #mustStop(): boolean {
    return this.#context.signal.aborted || this.#problem !== undefined;
  }

  /** Whether another runner will end this run. */
  get #isHandedOver(): boolean {
    const { signal } = this.#context;
    return signal.aborted && signal.reason !== 'cancelled';
  }

  get #sql() {
    return this.#needs.platform.database.sql;
  }

  /** The shards that have a slice of the plan, or are about to get one. */
  async #shards(): Promise<Shard[]> {
    const shards = await performanceStore.listShards(this.#sql, this.#context.runId);
    return shards.filter((shard) => shard.state !== 'left');
  }
}

function lostNotes(shards: readonly Shard[]): string[] {
  return shards
    .filter((shard) => shard.state === 'lost')
    .map(
      ({ name, lostAtSecond }) =>
        `${name} of ${shards.length} was lost in second ${lostAtSecond ?? 0}; its share of the load is missing after that.`,
    );
}
