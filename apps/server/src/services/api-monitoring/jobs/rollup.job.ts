import type { Platform } from '../../../platform/platform.ts';
import { createWatchBudgets } from '../app/alerts/burn-alerts.ts';
import type { MonitoringSettings } from '../config.ts';
import {
  addCounts,
  defaultAccounting,
  goodAndBad,
  mergeDurations,
  ofDurations,
  percentileMs,
  type Rollup,
} from '../domain/rollup.ts';
import { checksStore } from '../store/checks.store.ts';
import { resultsStore } from '../store/results.store.ts';
import { levels, type RollupRow, rollupsStore } from '../store/rollups.store.ts';

const hourMs = 3_600_000;
const dayMs = 86_400_000;
const keptDays = 400;
/** Fewer checks tell nothing of what is usual. */
const leastForBaseline = 100;
const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs);

/** createRollUp makes hours and days of results. It can be repeated: what it writes depends on the results alone. */
export function createRollUp({ database, clock }: Platform) {
  const rollDay = async (sql: Parameters<typeof rollupsStore.takeDirty>[0], day: Date): Promise<void> => {
    const hours = await rollupsStore.inSpan(sql, levels.hour, day, new Date(day.getTime() + dayMs));
    const rows = [...grouped(hours, ({ monitorId, region }) => `${monitorId} ${region}`).values()].map((group) => ({
      ...(group[0] as RollupRow),
      level: levels.day,
      at: day,
      ...merged(group),
    }));
    await rollupsStore.replace(sql, levels.day, day, rows);
  };

  return async function rollUp(): Promise<number> {
    return database.transaction(async (sql) => {
      const hours = await rollupsStore.takeDirty(sql);
      const now = clock.now().getTime();
      const days = new Map<number, Date>();
      for (const hour of hours) {
        const rows = (
          await rollupsStore.countSteps(sql, { from: hour, to: new Date(hour.getTime() + hourMs) }, 3600)
        ).map(({ durations, ...counts }) => ({
          ...counts,
          level: levels.hour,
          ...stored(ofDurations(durations)),
        }));
        await rollupsStore.replace(sql, levels.hour, hour, rows);
        const isOver = hour.getTime() + hourMs <= now;
        if (isOver) days.set(startOfDay(hour).getTime(), startOfDay(hour));
        // Looked at once more when it is over, even if no further check comes: its day must have it.
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
const merged = (rows: readonly Rollup[]) => ({ ...addCounts(rows), ...stored(mergeDurations(rows)) });

/** createSummarize makes the figures of the last 24 hours that lists show, and what is usual for each monitor. */
export function createSummarize({ database, clock }: Platform) {
  const { sql } = database;
  return {
    async day(): Promise<void> {
      const to = clock.now();
      const rows = await rollupsStore.inSpan(sql, levels.hour, new Date(to.getTime() - dayMs), to);
      const summaries = [...grouped(rows, ({ monitorId }) => monitorId)].map(([monitorId, group]) => {
        const { good, bad } = goodAndBad(addCounts(group), defaultAccounting);
        const durations = stored(mergeDurations(group));
        return { monitorId, good, bad, ...durations, p95Ms: percentileMs(durations, 95)[0] ?? null };
      });
      await rollupsStore.saveSummaries(sql, summaries);
    },
    async baselines(): Promise<void> {
      const to = startOfDay(clock.now());
      const rows = await rollupsStore.inSpan(
        sql,
        levels.day,
        new Date(to.getTime() - 7 * dayMs),
        new Date(to.getTime() + dayMs),
      );
      const baselines = [...grouped(rows, ({ monitorId }) => monitorId)].map(([id, group]) => {
        const durations = mergeDurations(group);
        return { id, ms: durations.count < leastForBaseline ? null : (percentileMs(durations, 95)[0] ?? null) };
      });
      await rollupsStore.saveBaselines(sql, baselines);
    },
  };
}

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** addRollupJobs rolls up and looks at error budgets every minute, learns what is usual every hour, and deletes every hour what is too old. */
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
    // In pieces, so that no statement takes long.
    while ((await resultsStore.deleteBefore(database.sql, before, 20_000)) === 20_000);
    await rollupsStore.deleteBefore(database.sql, new Date(clock.now().getTime() - keptDays * dayMs));
    await checksStore.forgetDead(database.sql, new Date(clock.now().getTime() - dayMs));
  });
  jobs.schedule('api-monitoring.hourly', '17 * * * *');
}
