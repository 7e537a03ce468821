import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Platform } from '../../../platform/platform.ts';
import { finishRun } from '../app/finish-run.ts';
import { toEvent } from '../app/run-event.ts';
import type { RunKind } from '../domain/run-kind.ts';
import { type Lease, leasesStore } from '../store/leases.store.ts';
import { orphansStore } from '../store/orphans.store.ts';
import { runnersStore } from '../store/runners.store.ts';
import { suspendedStore } from '../store/suspended.store.ts';
import { executeRun } from './execute-run.ts';

const pollMs = 1000;
/** How long other runners have to declare themselves again after the database was unavailable. */
const returnMs = 2000;
/** How long a runner leaves parts to idler ones, for each run that it is executing. */
const shareSeconds = 1;
const maxShareSeconds = 3;

/** Options of a runner. */
export interface RunnerOptions {
  /** Maximum number of concurrent runs. */
  concurrency: number;
  /** Also takes runs that require one of these labels. */
  labels?: readonly string[];
  /** Reads the facts that services provide about the machine. */
  readFacts?: () => Promise<Record<string, unknown>>;
}

/**
 * Runner claims runs and executes a limited number concurrently. Waiting runs are announced by notifications; it also
 * polls every second, which is how runs of dead runners are found. Parts of a run go to idle runners first, one each.
 */
export class Runner {
  readonly #platform: Platform;
  readonly #kinds: ReadonlyMap<string, RunKind>;
  readonly #concurrency: number;
  readonly #labels: readonly string[];
  readonly #readFacts: () => Promise<Record<string, unknown>>;
  readonly #owner = `${hostname()}:${process.pid}:${randomUUID()}`;
  readonly #active = new Map<string, { controller: AbortController; wake: () => void; done: Promise<void> }>();
  #unlisten: (() => void)[] = [];
  #withdraw: () => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;
  /** After this time, a runner that isn't declared counts as dead. */
  #judgesFrom = 0;
  /** Fires when the next suspended run is due. */
  #dueTimer: NodeJS.Timeout | undefined;
  /** The facts last stored for others. */
  #storedFacts = '';
  #stopping = false;
  #claiming: Promise<void> | undefined;
  /** A notification arrived while claiming. */
  #pollAgain = false;

  constructor(platform: Platform, kinds: ReadonlyMap<string, RunKind>, options: RunnerOptions) {
    this.#platform = platform;
    this.#kinds = kinds;
    this.#concurrency = options.concurrency;
    this.#labels = options.labels ?? [];
    this.#readFacts = options.readFacts ?? (async () => ({}));
  }

  async start(): Promise<void> {
    const { notifier } = this.#platform;
    this.#withdraw = await notifier.declare(this.#owner);
    await this.#introduce();
    this.#unlisten = [
      await notifier.listen('runs_queue', () => this.#poll()),
      await notifier.listen('runs_cancel', (runId) => {
        const active = this.#active.get(runId);
        if (active) active.controller.abort('cancelled');
        else this.#poll();
      }),
      await notifier.listen('runs_wake', (runId) => void this.#wake([runId])),
      notifier.onReconnect(() => {
        this.#judgesFrom = performance.now() + returnMs;
        this.#poll();
      }),
    ];
    this.#timer = setInterval(() => {
      void this.#releaseAndPoll();
      void this.#wakePending();
      void this.#storeChangedFacts();
    }, pollMs);
    void this.#releaseAndPoll();
  }

  /** Stops claiming, waits up to `drainMs` for active runs, then hands them over. */
  async stop(drainMs: number): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    clearTimeout(this.#dueTimer);
    for (const unlisten of this.#unlisten) unlisten();
    await this.#claiming;
    const all = () => Promise.all([...this.#active.values()].map((entry) => entry.done));
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([all(), new Promise((resolve) => (timer = setTimeout(resolve, drainMs)))]);
    clearTimeout(timer);
    for (const entry of this.#active.values()) entry.controller.abort('draining');
    await all();
    await runnersStore.remove(this.#platform.database.sql, this.#owner).catch(() => undefined);
    this.#withdraw();
  }

  /** Announces this runner to others; failing to read facts doesn't prevent that. */
  async #introduce(): Promise<void> {
    const { database, log } = this.#platform;
    const facts = await this.#readFacts().catch((error: Error) => {
      log.warn({ err: error }, 'the runner knows little of its machine');
      return {};
    });
    await runnersStore.put(database.sql, { name: this.#owner, labels: [...this.#labels], facts });
    this.#storedFacts = JSON.stringify(facts);
  }

  /** Stores changed facts about its machine. */
  async #storeChangedFacts(): Promise<void> {
    const { database, log } = this.#platform;
    try {
      const facts = await this.#readFacts();
      const text = JSON.stringify(facts);
      if (text === this.#storedFacts || this.#stopping) return;
      this.#storedFacts = text;
      await runnersStore.updateFacts(database.sql, this.#owner, facts);
    } catch (error) {
      this.#storedFacts = '';
      log.debug({ err: error }, 'others know what the runner told before');
    }
  }

  /** Looks for runs, including those of dead runners. */
  async #releaseAndPoll(): Promise<void> {
    const { database, log } = this.#platform;
    if (performance.now() >= this.#judgesFrom)
      await orphansStore
        .release(database.pool, [...this.#kinds.keys()])
        .catch((error: Error) => log.warn({ err: error }, 'looking for runs without a runner failed'));
    this.#poll();
  }

  #poll(): void {
    if (this.#stopping) return;
    if (this.#claiming !== undefined) {
      this.#pollAgain = true;
      return;
    }
    this.#pollAgain = false;
    this.#claiming = this.#claimAll()
      .catch((error: Error) => this.#platform.log.warn({ err: error }, 'claiming runs failed'))
      .finally(() => {
        this.#claiming = undefined;
        if (this.#pollAgain) this.#poll();
      });
  }

  /** Wakes active runs directly, and makes suspended ones due. */
  async #wake(runIds: readonly string[]): Promise<void> {
    for (const runId of runIds) this.#active.get(runId)?.wake();
    const others = runIds.filter((runId) => !this.#active.has(runId));
    if (others.length === 0 || this.#stopping) return;
    try {
      await suspendedStore.wake(this.#platform.database.pool, others);
    } catch (error) {
      this.#platform.log.warn({ err: error }, 'waking runs failed');
    }
    this.#poll();
  }

  /** Wakes runs whose event was lost with the process that stored it. */
  async #wakePending(): Promise<void> {
    for (const kind of this.#kinds.values()) {
      const runIds = await kind.pending?.().catch((error: Error) => {
        this.#platform.log.warn({ err: error }, 'asking for waiting runs failed');
        return [];
      });
      if (runIds?.length) await this.#wake(runIds);
    }
  }

  async #watchDue(): Promise<void> {
    const { database } = this.#platform;
    const dueMs = await suspendedStore.nextDueMs(database.pool, [...this.#kinds.keys()], this.#labels);
    clearTimeout(this.#dueTimer);
    if (dueMs === undefined || dueMs > pollMs || this.#stopping) return;
    this.#dueTimer = setTimeout(() => this.#poll(), Math.max(1, Math.ceil(dueMs)));
  }

  async #claimAll(): Promise<void> {
    await this.#failDeadRuns().catch((error: Error) =>
      this.#platform.log.error({ err: error }, 'a run without a runner stays open'),
    );
    while (!this.#stopping && this.#active.size < this.#concurrency) {
      const lease = await this.#claim();
      if (!lease) return this.#watchDue();
      this.#execute(lease);
    }
  }

  #claim(): Promise<Lease | undefined> {
    return this.#platform.database.transaction(async (_sql, client) => {
      // The stop may have been requested while waiting for a connection.
      if (this.#stopping) return undefined;
      const seconds = Math.min(maxShareSeconds, this.#active.size * shareSeconds);
      const spreading = [...this.#kinds.values()].flatMap(({ kind, spreads }) => (spreads ? [kind] : []));
      const choice = { leftSeconds: seconds, spreading, labels: this.#labels };
      const lease = await leasesStore.claim(client, this.#owner, [...this.#kinds.keys()], choice);
      const kind = lease && this.#kinds.get(lease.kind);
      if (!lease || !kind) return undefined;
      if (lease.isWoken) return lease;
      const { runId, startEvent } = lease;
      const executionStatus = kind.executionStatus('running', startEvent.counts);
      const message = lease.attempt === 1 ? 'Execution has started' : 'Execution continues on another runner';
      const event = toEvent(runId, startEvent, { type: 'status', status: 'running', executionStatus, message });
      await leasesStore.insertEvent(client, runId, startEvent.seq, 'status', event);
      return lease;
    });
  }

  #execute(lease: Lease): void {
    const kind = this.#kinds.get(lease.kind);
    if (!kind) return;
    const controller = new AbortController();
    const wakes = new Set<() => void>();
    let isMissed = false;
    const wake = () => {
      // A run that is being suspended has no listeners.
      isMissed ||= wakes.size === 0;
      for (const listener of wakes) listener();
    };
    const done = executeRun(this.#platform, { kind, kinds: this.#kinds }, lease, { controller, wakes })
      .catch((error: Error) => this.#platform.log.error({ err: error, runId: lease.runId }, 'run broke off'))
      .finally(() => {
        this.#active.delete(lease.runId);
        this.#platform.metrics.runsActive.set(this.#active.size);
        if (isMissed) void this.#wake([lease.runId]);
        else this.#poll();
      });
    this.#active.set(lease.runId, { controller, wake, done });
    this.#platform.metrics.runsActive.set(this.#active.size);
  }

  /** Dead-letter handling: ends runs that no attempt could advance as error instead of leaving them in progress. */
  async #failDeadRuns(): Promise<void> {
    const { database } = this.#platform;
    const message = 'The runner stopped several times while executing this run. Look into its log, then retry.';
    for (;;) {
      const dead = await leasesStore.claimDead(database.pool, [...this.#kinds.keys()]);
      const kind = dead && this.#kinds.get(dead.kind);
      if (!kind) return;
      const { runId, attempt } = dead;
      await database.transaction(async (_sql, client) => {
        if (!(await leasesStore.hold(client, dead))) return;
        const count = await leasesStore.closeOpenSteps(client, runId, 'error', message);
        const closed = { status: 'error', count } as const;
        await finishRun(
          this.#platform,
          client,
          { kind, kinds: this.#kinds },
          { runId, attempt, forced: 'error', closed, message },
        );
      });
    }
  }
}
