import type { CheckOutcome } from '@touchstone/contracts/api-monitoring';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { RunEnd } from '../../../runs/index.ts';
import type { UserManagement } from '../../../user-management/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { plainOutcome, slowed } from '../../domain/to-check.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { checksStore } from '../../store/checks.store.ts';
import { type MonitorRow, monitorsStore } from '../../store/monitors.store.ts';
import { hashOf } from '../monitors/monitor-values.ts';
import { openDefinition } from '../monitors/show-monitors.ts';
import type { Open } from '../open.ts';
import type { RecordResults } from './record-results.ts';
import { outcomeOfRun } from './run-tests.ts';

/** createTellChecks handles external events: runs that end, jobs that call, users who request a check. */
export function createTellChecks({
  platform,
  users,
  open,
  record,
}: {
  platform: Platform;
  users: Pick<UserManagement, 'isActiveOrganization'>;
  open: Open;
  record: RecordResults;
}) {
  const { database, clock } = platform;
  return {
    /** Records the check of a monitor that is waiting for this run. May be called more than once. */
    async runEnded(end: RunEnd): Promise<void> {
      await database.transaction(async (sql) => {
        const check = await checksStore.takeOfRun(sql, end.runId);
        const [monitor] = check ? await monitorsStore.findMany(sql, [check.monitorId]) : [];
        if (!check || !monitor?.isStarted) return;
        const outcome: CheckOutcome = slowed(outcomeOfRun(end), monitor);
        await record(sql, [{ check, monitor, outcome, at: clock.now(), runId: end.runId }]);
      });
    },

    /** Records a job's call, which reports success or failure. */
    async heartbeat(
      token: string,
      { status, msg }: { status: 'ok' | 'fail'; msg?: string | undefined },
    ): Promise<void> {
      const found = await monitorsStore.findByHeartbeat(database.sql, hashOf(token));
      const isKnown = found && (await users.isActiveOrganization(found.organizationId));
      if (!isKnown) throw new AppError(apiMonitoringErrors.heartbeatUnknown);
      if (!found.isStarted) throw new AppError(apiMonitoringErrors.heartbeatStopped);
      await database.transaction(async (sql) => {
        const [monitor] = await monitorsStore.lock(sql, [found.id]);
        const check = monitor && (await checksStore.take(sql, monitor.id, ''));
        if (!check) throw new AppError(apiMonitoringErrors.heartbeatUnknown);
        const at = clock.now();
        const outcome =
          status === 'ok'
            ? plainOutcome('UP', null, null)
            : plainOutcome(
                'DOWN',
                'REPORTED',
                msg ? `The job reported a failure: ${msg}` : 'The job reported a failure.',
              );
        const graceSeconds = graceOf(platform, monitor as MonitorRow);
        await record(sql, [
          { check, monitor: monitor as MonitorRow, outcome, at, runId: null, calledAt: at, graceSeconds },
        ]);
      });
    },

    /** Makes a started monitor due now, in all its regions. */
    async retry(caller: Actor, monitorId: string): Promise<void> {
      const monitor = await open.monitor(caller, monitorId, 'edit');
      if (!monitor.isStarted) throw new AppError(apiMonitoringErrors.notStarted);
      if (monitor.kind === 'heartbeat') throw new AppError(apiMonitoringErrors.heartbeatWaits);
      await checksStore.dueNow(database.sql, monitorId, clock.now());
    },
  };
}
/** TellChecks handles external events: runs that end, jobs that call, users who request a check. */
export type TellChecks = ReturnType<typeof createTellChecks>;

function graceOf(platform: Platform, monitor: MonitorRow): number {
  const definition = openDefinition(platform, monitor);
  return definition.kind === 'heartbeat' ? definition.graceSeconds : 0;
}
