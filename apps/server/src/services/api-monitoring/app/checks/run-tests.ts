import { canWrite } from '@touchstone/contracts';
import type { CheckOutcome, MonitorDefinition } from '@touchstone/contracts/api-monitoring';
import { AppError } from '@touchstone/kernel';
import { derivedId } from '../../../../platform/derived-id.ts';
import { isFinal, type Run, type Runs } from '../../../runs/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { testOf } from '../../domain/definition.ts';
import { plainOutcome } from '../../domain/to-check.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import type { ClaimedCheck } from '../../store/checks.store.ts';
import type { MonitorRow } from '../../store/monitors.store.ts';
import type { WatchedTests } from '../monitors/watched-tests.ts';

type RunDefinition = Extract<MonitorDefinition, { kind: 'api-suite' | 'workflow' }>;

/** createRunTests starts the runs of monitored suites and workflows, and reads their outcomes. */
export function createRunTests({ runs, tests }: { runs: Runs; tests: WatchedTests }) {
  return {
    /**
     * Starts the run of a check; starting it again returns the same run. Throws the same errors as a start by a user.
     */
    async start(owner: Actor, monitor: MonitorRow, check: ClaimedCheck, definition: RunDefinition): Promise<string> {
      const reference = testOf(definition);
      if (!reference || !(await tests.describe(monitor.organizationId, reference)))
        throw new AppError(apiMonitoringErrors.testDeleted);
      const runId = derivedId(['monitor', check.monitorId, check.region, check.dueAt.getTime(), monitor.revision]);
      const { environmentId } = monitor;
      const environment = environmentId === null ? {} : { environmentId };
      const { projectId } = definition;
      const caller = { ...owner, workspaceAccess: canWrite };
      const origin = { label: `Monitor: ${monitor.name}`, commit: null };
      if (definition.kind === 'api-suite') {
        const { suiteId, parallel } = definition;
        const input = { projectId, suiteIds: [suiteId], parallel, ...environment };
        return (await runs.start(caller, 'api-functional', input, origin, { runId })).runId;
      }
      const { flowId, configurationId } = definition;
      const input = { projectId, flowId, ...environment, ...(configurationId !== null && { configurationId }) };
      return (await runs.start(caller, 'workflow', input, origin, { runId })).runId;
    },
    /** The outcome of a finished run; undefined while it is running, UNKNOWN if it has been deleted. */
    async outcomeOf(organizationId: string, runId: string): Promise<CheckOutcome | undefined> {
      const [run] = await runs.listByIds(organizationId, [runId]);
      if (!run) return plainOutcome('UNKNOWN', 'RUN_DELETED', 'The run was deleted before it ended.');
      return isFinal(run.status) ? outcomeOfRun(run) : undefined;
    },
    async stop(organizationId: string, runId: string): Promise<void> {
      // A run that has just ended needs no stop.
      await runs.cancel(organizationId, runId).catch(() => undefined);
    },
  };
}
/** RunTests starts the runs of monitored suites and workflows. */
export type RunTests = ReturnType<typeof createRunTests>;

/** outcomeOfRun maps a finished run to the outcome of its check. */
export function outcomeOfRun({
  status,
  message,
  counts,
  durationMs,
}: Pick<Run, 'status' | 'message' | 'counts' | 'durationMs'>): CheckOutcome {
  if (status === 'passed') return plainOutcome('UP', null, null, durationMs);
  const bad = counts.failed + counts.error;
  const told = message ?? (bad > 0 ? `${bad} of ${counts.total} steps did not pass.` : `The run ended as ${status}.`);
  if (status === 'cancelled' || status === 'skipped')
    return plainOutcome('UNKNOWN', `RUN_${status.toUpperCase()}`, told, durationMs);
  return plainOutcome('DOWN', status === 'failed' ? 'RUN_FAILED' : 'RUN_ERROR', told, durationMs);
}
