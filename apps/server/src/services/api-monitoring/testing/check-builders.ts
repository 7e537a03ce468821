import type { CheckOutcome } from '@touchstone/contracts/api-monitoring';
import type { Platform } from '../../../platform/platform.ts';
import { createOrderAlerts } from '../app/alerts/order-alerts.ts';
import { createJudgeMonitors } from '../app/checks/judge-monitors.ts';
import { createActiveWindows } from '../app/checks/maintenance.ts';
import { createRecordResults, type DoneCheck } from '../app/checks/record-results.ts';
import { createTransitions } from '../app/incidents/transitions.ts';
import { createIncidentNotices } from '../app/pages/incident-notices.ts';
import { plainOutcome } from '../domain/to-check.ts';
import { type ClaimedCheck, checksStore } from '../store/checks.store.ts';
import { type MonitorRow, monitorsStore } from '../store/monitors.store.ts';

/** outcome returns the outcome of a check, up by default. */
export const outcome = (given: Partial<CheckOutcome> = {}): CheckOutcome => ({
  ...plainOutcome('UP', null, null),
  ...given,
});

/** checksOf claims checks and stores given outcomes, as the loop does, but without running the checks. */
export function checksOf(platform: Platform) {
  const { database, clock } = platform;
  const windows = createActiveWindows(platform);
  const transitions = createTransitions([createOrderAlerts(platform), createIncidentNotices()]);
  const judge = createJudgeMonitors({ platform, windows, transitions });
  const record = createRecordResults({ platform, windows, judge });

  /** Claims the check of a monitor in a region, due or not. */
  const claim = async (monitorId: string, region = ''): Promise<{ check: ClaimedCheck; monitor: MonitorRow }> => {
    const dueAt = (at: Date) =>
      database.pool.query(
        'update api_monitoring.monitor_slot set next_due_at = $3 where monitor_id = $1 and region = $2',
        [monitorId, region, at],
      );
    await dueAt(new Date(0));
    const [now, until] = [clock.now(), new Date(0)];
    const all = await checksStore.claim(database.sql, { owner: 'test', region, now, until, most: 100 });
    await dueAt(now);
    const check = all.find((one) => one.monitorId === monitorId);
    const [monitor] = await monitorsStore.findMany(database.sql, [monitorId]);
    if (!check || !monitor) throw new Error('No such check.');
    return { check, monitor };
  };
  const store = (done: readonly DoneCheck[]) => database.transaction((sql) => record(sql, done));
  return {
    windows,
    record,
    claim,
    store,
    /** Claims a check and stores its outcome now. */
    async found(monitorId: string, given: Partial<CheckOutcome> = {}, region = ''): Promise<void> {
      await store([{ ...(await claim(monitorId, region)), outcome: outcome(given), at: clock.now(), runId: null }]);
    },
  };
}
