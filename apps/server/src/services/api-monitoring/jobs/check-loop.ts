import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { CheckOutcome } from '@touchstone/contracts/api-monitoring';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { UserManagement } from '../../user-management/index.ts';
import type { CheckContexts } from '../app/checks/check-context.ts';
import { type ActiveWindows, windowsChannel } from '../app/checks/maintenance.ts';
import type { MakeCheck } from '../app/checks/make-check.ts';
import type { DoneCheck } from '../app/checks/record-results.ts';
import type { RunTests } from '../app/checks/run-tests.ts';
import { laterDue } from '../app/monitors/monitor-values.ts';
import { openDefinition, toChecked } from '../app/monitors/show-monitors.ts';
import type { MonitoringSettings } from '../config.ts';
import { plainOutcome, slowed } from '../domain/to-check.ts';
import { type ClaimedCheck, checksStore } from '../store/checks.store.ts';
import { type MonitorRow, monitorsStore } from '../store/monitors.store.ts';
import type { StoreChecks } from './store-checks.ts';

/** How long before they are due checks are claimed; they start at their due time. */
const aheadMs = 1000;
const tickMs = 400;
const recordMs = 400;
const windowsMs = 5000;
const maxAtOnce = 300;
const maxKept = 20_000;

/** The dependencies of the loop. */
export interface CheckLoopNeeds {
  platform: Platform;
  users: Pick<UserManagement, 'listDeactivatedOrganizations'>;
  settings: MonitoringSettings;
  windows: ActiveWindows;
  contexts: CheckContexts;
  makeCheck: MakeCheck;
  runTests: RunTests;
  store: StoreChecks;
}

/**
 * CheckLoop makes the checks of its region in a process of the runner role: claims checks that are due soon, starts
 * each at its due time, and stores the outcomes in batches. Any number of processes may run it: a claimed check belongs
 * to its process until that process exits.
 */
export class CheckLoop {
  readonly #needs: CheckLoopNeeds;
  readonly #owner = `checks:${hostname()}:${process.pid}:${randomUUID()}`;
  readonly #stop = new AbortController();
  readonly #monitors = new Map<string, MonitorRow>();
  readonly #running = new Set<Promise<void>>();
  #done: DoneCheck[] = [];
  #loops: Promise<void>[] = [];
  #withdraw: () => void = () => undefined;
  #unlisten: () => void = () => undefined;

  constructor(needs: CheckLoopNeeds) {
    this.#needs = needs;
  }

  async start(): Promise<void> {
    const { platform, settings, windows } = this.#needs;
    this.#withdraw = await platform.notifier.declare(this.#owner);
    await checksStore.declare(platform.database.sql, this.#owner, settings.RUNNER_REGION);
    this.#unlisten = await platform.notifier.listen(windowsChannel, () => {
      windows.refresh().catch((error: unknown) => platform.log.warn({ err: error }, 'maintenance windows'));
    });
    await windows.refresh();
    this.#loops = [
      this.#repeat(tickMs, () => this.#claim()),
      this.#repeat(recordMs, () => this.#record()),
      this.#repeat(windowsMs, () => windows.refresh()),
    ];
  }

  /** Claims no more, lets running checks finish for up to `graceMs`, and releases the rest. */
  async stop(graceMs: number): Promise<void> {
    if (this.#loops.length === 0) return;
    const { sql } = this.#needs.platform.database;
    this.#stop.abort();
    this.#unlisten();
    await Promise.all(this.#loops);
    await Promise.race([Promise.all(this.#running), delay(Math.min(graceMs, 3000), undefined, { ref: false })]);
    try {
      await this.#record();
      await checksStore.release(sql, this.#owner);
      await checksStore.withdraw(sql, this.#owner);
    } catch (error) {
      this.#needs.platform.log.warn({ err: error }, 'checks of monitors could not be given back');
    }
    this.#withdraw();
  }

  async #repeat(everyMs: number, work: () => Promise<void>): Promise<void> {
    const { signal } = this.#stop;
    let isFailing = false;
    while (!signal.aborted) {
      const startedAt = performance.now();
      try {
        await work();
        isFailing = false;
      } catch (error) {
        // Logs an outage only once.
        if (!isFailing) this.#needs.platform.log.warn({ err: error }, 'checks of monitors');
        isFailing = true;
      }
      const rest = Math.max(20, everyMs - (performance.now() - startedAt));
      await delay(rest, undefined, { signal }).catch(() => undefined);
    }
  }

  async #claim(): Promise<void> {
    const { platform, settings } = this.#needs;
    const most = Math.min(maxAtOnce, settings.MONITOR_CHECKS - this.#running.size);
    if (most <= 0) return;
    const now = platform.clock.now();
    const until = new Date(now.getTime() + aheadMs);
    const { sql } = platform.database;
    const region = settings.RUNNER_REGION;
    const checks = await checksStore.claim(sql, { owner: this.#owner, region, now, until, most });
    if (checks.length === 0) return;
    const stale = checks.filter((check) => this.#monitors.get(check.monitorId)?.revision !== check.revision);
    if (this.#monitors.size > maxKept) this.#monitors.clear();
    for (const row of await monitorsStore.findMany(sql, [...new Set(stale.map(({ monitorId }) => monitorId))]))
      this.#monitors.set(row.id, row);
    const deactivated = new Set(await this.#needs.users.listDeactivatedOrganizations());
    for (const check of checks) {
      const monitor = this.#monitors.get(check.monitorId);
      if (!monitor) continue;
      if (deactivated.has(monitor.organizationId) && check.runId === null) {
        await this.#postpone(check, monitor);
        continue;
      }
      const making = this.#make(check, monitor).finally(() => this.#running.delete(making));
      this.#running.add(making);
    }
  }

  /** Leaves out a check of a deactivated organization; a started run still reports. */
  async #postpone(check: ClaimedCheck, monitor: MonitorRow): Promise<void> {
    const { database, clock } = this.#needs.platform;
    const checked = toChecked(this.#needs.platform, monitor);
    await checksStore.postpone(database.sql, check, check.isConfirming ? null : laterDue(checked, clock.now()));
  }

  /** Waits until the check is due and makes it. Never rejects. */
  async #make(check: ClaimedCheck, monitor: MonitorRow): Promise<void> {
    const { platform } = this.#needs;
    const waitMs = check.dueAt.getTime() - platform.clock.now().getTime();
    try {
      if (waitMs > 0) await delay(waitMs, undefined, { signal: this.#stop.signal });
      const at = platform.clock.now();
      const outcome = await this.#perform(check, monitor);
      if (!outcome) return;
      this.#done.push({ check, monitor, at, outcome: slowed(outcome, monitor), runId: check.runId });
    } catch (error) {
      if (!this.#stop.signal.aborted)
        platform.log.warn({ err: error, monitor: monitor.id }, 'a check of a monitor could not be made');
    }
  }

  /** Undefined: the check is a run that has started and reports later. */
  async #perform(check: ClaimedCheck, monitor: MonitorRow): Promise<CheckOutcome | undefined> {
    const { platform, contexts, makeCheck } = this.#needs;
    const { organizationId, projectId, environmentId, timeoutMs } = monitor;
    const definition = openDefinition(platform, monitor);
    if (definition.kind === 'heartbeat') return plainOutcome('DOWN', 'LATE', 'The job did not call in time.');
    if (definition.kind === 'api-suite' || definition.kind === 'workflow')
      return this.#runTest(check, monitor, definition);
    const place = { organizationId, projectId, environmentId };
    const owner = () => contexts.ownerOf(monitor);
    return makeCheck({ place, definition, owner, timeoutMs, signal: this.#stop.signal });
  }

  async #runTest(
    check: ClaimedCheck,
    monitor: MonitorRow,
    definition: Parameters<RunTests['start']>[3],
  ): Promise<CheckOutcome | undefined> {
    const { platform, contexts, runTests } = this.#needs;
    const { organizationId, timeoutMs } = monitor;
    if (check.runId !== null) {
      const found = await runTests.outcomeOf(organizationId, check.runId);
      if (found) return found;
      await runTests.stop(organizationId, check.runId);
      return plainOutcome(
        'DOWN',
        'TIMEOUT',
        `The run did not end within ${timeoutMs / 1000} s, and was stopped.`,
        timeoutMs,
      );
    }
    try {
      const runId = await runTests.start(await contexts.ownerOf(monitor), monitor, check, definition);
      const until = new Date(platform.clock.now().getTime() + timeoutMs);
      await checksStore.waitForRun(platform.database.sql, check, runId, until);
      return undefined;
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return plainOutcome('UNKNOWN', error.code, error.message);
      throw error;
    }
  }

  async #record(): Promise<void> {
    const batch = this.#done.slice(0, maxAtOnce);
    if (batch.length === 0) return;
    await this.#needs.store(batch, (stored) => {
      const gone = new Set(stored);
      this.#done = this.#done.filter((done) => !gone.has(done));
    });
  }
}
