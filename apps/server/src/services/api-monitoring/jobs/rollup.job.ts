import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createWatchBudgets } from '../app/alerts/burn-alerts.ts';
import type { MonitoringSettings } from '../config.ts';
import { defaultAccounting, goodAndBad, ofDurations, percentileMs, unpacked } from '../domain/rollup.ts';
import { checksStore } from '../store/checks.store.ts';
import { resultsStore } from '../store/results.store.ts';
import { levels, rollupsStore, type StepCounts, type Sum } from '../store/rollups.store.ts';

const hourMs = 3_600_000;
const dayMs = 86_400_000;
const keptDays = 400;
/** With fewer checks the baseline isn't meaningful. */
const minForBaseline = 100;
const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs);

/** createRollUp aggregates results into hours and days. Idempotent: the output depends only on the results. */
export function createRollUp({ database, clock }: Platform) {
  const rollDay = async (sql: Sql, day: Date): Promise<void> => {
    const hours = { level: levels.hour, from: day, to: new Date(day.getTime() + dayMs) };
    const sums = rollupsStore.sumsInPortions(sql, hours, { monitor: true, region: true });
    const toRow = (sum: Sum) => ({ ...rowOf(sum), level: levels.day, at: day });
    await rollupsStore.replace(sql, levels.day, day, mapped(sums, toRow));
  };

  return async function rollUp(): Promise<number> {
    return database.transaction(async (sql) => {
      const hours = await rollupsStore.takeDirty(sql);
      const now = clock.now().getTime();
      const days = new Map<number, Date>();
      for (const hour of hours) {
        const span = { from: hour, to: new Date(hour.getTime() + hourMs) };
        const steps = rollupsStore.stepsInPortions(sql, span, 3600);
        const toRow = ({ durations, ...counts }: StepCounts) => ({
          ...counts,
          level: levels.hour,
          ...stored(ofDurations(durations)),
        });
        await rollupsStore.replace(sql, levels.hour, hour, mapped(steps, toRow));
        const isOver = hour.getTime() + hourMs <= now;
        if (isOver) days.set(startOfDay(hour).getTime(), startOfDay(hour));
        // Aggregated once more after it has ended, even without further checks: its day must include it.
        else await rollupsStore.markDirty(sql, hour);
      }
      for (const day of days.values()) await rollDay(sql, day);
      return hours.length;
    });
  };
}

const stored = <T extends { histogram: Uint8Array }>(durations: T) => ({
  ...durations,
  histogram: Buffer.from(durations.histogram),
});
const rowOf = (sum: Sum) => {
  const { monitorId, region, ...rollup } = unpacked(sum);
  return { ...stored(rollup), monitorId: monitorId ?? '', region: region ?? '' };
};
async function* mapped<From, To>(portions: AsyncIterable<From[]>, map: (from: From) => To): AsyncGenerator<To[]> {
  for await (const portion of portions) yield portion.map(map);
}

/** createSummarize computes the figures of the last 24 hours for lists, and each monitor's baseline. */
export function createSummarize({ database, clock }: Platform) {
  const summaryOf = (sum: Sum) => {
    const { monitorId, count, sumUs, minUs, maxUs, histogram } = rowOf(sum);
    const durations = { count, sumUs, minUs, maxUs, histogram };
    const { good, bad } = goodAndBad(sum, defaultAccounting);
    return { monitorId, good, bad, ...durations, p95Ms: percentileMs(durations, 95)[0] ?? null };
  };
  const baselineOf = (sum: Sum) => {
    const durations = unpacked(sum);
    const ms = durations.count < minForBaseline ? null : (percentileMs(durations, 95)[0] ?? null);
    return { id: sum.monitorId ?? '', ms };
  };
  return {
    async day(): Promise<void> {
      const to = clock.now();
      const lastDay = { level: levels.hour, from: new Date(to.getTime() - dayMs), to };
      await database.transaction(async (sql) => {
        for await (const sums of rollupsStore.sumsInPortions(sql, lastDay, { monitor: true }))
          await rollupsStore.saveSummaries(sql, sums.map(summaryOf));
      });
    },
    async baselines(): Promise<void> {
      const today = startOfDay(clock.now()).getTime();
      const week = { level: levels.day, from: new Date(today - 7 * dayMs), to: new Date(today + dayMs) };
      await database.transaction(async (sql) => {
        for await (const sums of rollupsStore.sumsInPortions(sql, week, { monitor: true }))
          await rollupsStore.saveBaselines(sql, sums.map(baselineOf));
      });
    },
  };
}

/**
 * addRollupJobs adds the jobs: every minute roll-ups and error budgets, every hour baselines and the deletion of
 * expired data.
 */
export function addRollupJobs(platform: Platform, { MONITOR_RESULT_DAYS }: MonitoringSettings): void {
  const { jobs, database, clock } = platform;
  const rollUp = createRollUp(platform);
  const summarize = createSummarize(platform);
  const watchBudgets = createWatchBudgets(platform);
  jobs.handle('api-monitoring.rollup', async () => {
    await rollUp();
    await summarize.day();
    await watchBudgets();
  });
  jobs.schedule('api-monitoring.rollup', '* * * * *');
  jobs.handle('api-monitoring.hourly', async () => {
    await summarize.baselines();
    const before = new Date(clock.now().getTime() - MONITOR_RESULT_DAYS * dayMs);
    // In batches, so that no statement takes long.
    while ((await resultsStore.deleteBefore(database.sql, before, 20_000)) === 20_000);
    await rollupsStore.deleteBefore(database.sql, new Date(clock.now().getTime() - keptDays * dayMs));
    await checksStore.forgetDead(database.sql, new Date(clock.now().getTime() - dayMs));
  });
  jobs.schedule('api-monitoring.hourly', '17 * * * *');
}
