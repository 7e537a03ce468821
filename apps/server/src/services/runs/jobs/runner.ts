import { hostname } from 'node:os';
import type { Platform } from '../../../platform/platform.ts';
import { finishRun } from '../app/finish-run.ts';
import { toEvent } from '../app/run-event.ts';
import type { RunKind } from '../domain/run-kind.ts';
import { type Lease, leasesStore } from '../store/leases.store.ts';
import { executeRun } from './execute-run.ts';

const pollMs = 1000;
/** A runner leaves a part of a run to idler ones for so long for each run that it executes. */
const shareSeconds = 1;
const mostShareSeconds = 3;

/**
 * Runner claims runs and executes a bounded number at once. Waiting runs are announced by a notification; it also looks
 * every second, which is how the run of a dead runner is found. Parts of a run go one to each idle runner first.
 */
export class Runner {
  readonly #platform: Platform;
  readonly #kinds: ReadonlyMap<string, RunKind>;
  readonly #owner = `${hostname()}:${process.pid}`;
  readonly #active = new Map<string, { controller: AbortController; done: Promise<void> }>();
  #unlisten: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #stopping = false;
  #claiming: Promise<void> | undefined;

  constructor(platform: Platform, kinds: ReadonlyMap<string, RunKind>) {
    this.#platform = platform;
    this.#kinds = kinds;
  }

  async start(): Promise<void> {
    const { notifier } = this.#platform;
    this.#unlisten = [
      await notifier.listen('runs_queue', () => this.#look()),
      await notifier.listen('runs_cancel', (runId) => this.#active.get(runId)?.controller.abort('cancelled')),
      notifier.onReconnect(() => this.#look()),
    ];
    this.#timer = setInterval(() => this.#look(), pollMs);
    this.#look();
  }

  /** Claims no more, waits up to `drainMs` for the runs in hand, then hands them over. */
  async stop(drainMs: number): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    for (const unlisten of this.#unlisten) unlisten();
    await this.#claiming;
    const all = () => Promise.all([...this.#active.values()].map((entry) => entry.done));
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([all(), new Promise((resolve) => (timer = setTimeout(resolve, drainMs)))]);
    clearTimeout(timer);
    for (const entry of this.#active.values()) entry.controller.abort('draining');
    await all();
  }

  #look(): void {
    if (this.#stopping || this.#claiming !== undefined) return;
    this.#claiming = this.#claimAll()
      .catch((error: Error) => this.#platform.log.warn({ err: error }, 'claiming runs failed'))
      .finally(() => {
        this.#claiming = undefined;
      });
  }

  async #claimAll(): Promise<void> {
    await this.#failDeadRuns().catch((error: Error) =>
      this.#platform.log.error({ err: error }, 'a run without a runner stays open'),
    );
    while (!this.#stopping && this.#active.size < this.#platform.config.RUNNER_CONCURRENCY) {
      const lease = await this.#claim();
      if (!lease) return;
      this.#execute(lease);
    }
  }

  #claim(): Promise<Lease | undefined> {
    return this.#platform.database.transaction(async (_sql, client) => {
      const seconds = Math.min(mostShareSeconds, this.#active.size * shareSeconds);
      const lease = await leasesStore.claim(client, this.#owner, [...this.#kinds.keys()], seconds);
      const kind = lease && this.#kinds.get(lease.kind);
      if (!lease || !kind) return undefined;
      const { runId, begun } = lease;
      const executionStatus = kind.executionStatus('running', begun.counts);
      const message = lease.attempt === 1 ? 'Execution has started' : 'Execution continues on another runner';
      const told = toEvent(runId, begun, { type: 'status', status: 'running', executionStatus, message });
      await leasesStore.insertEvent(client, runId, begun.seq, 'status', told);
      return lease;
    });
  }

  #execute(lease: Lease): void {
    const kind = this.#kinds.get(lease.kind);
    if (!kind) return;
    const controller = new AbortController();
    const done = executeRun(this.#platform, kind, lease, controller)
      .catch((error: Error) => this.#platform.log.error({ err: error, runId: lease.runId }, 'run broke off'))
      .finally(() => {
        this.#active.delete(lease.runId);
        this.#platform.metrics.runsActive.set(this.#active.size);
        this.#look();
      });
    this.#active.set(lease.runId, { controller, done });
    this.#platform.metrics.runsActive.set(this.#active.size);
  }

  /** The dead letters of the queue: runs that no attempt could move end as error instead of staying in progress. */
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
        await finishRun(this.#platform, client, kind, { runId, attempt, forced: 'error', closed, message });
      });
    }
  }
}
