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

/** createRunTests starts the runs of suites and workflows that monitors watch, and says what they found. */
export function createRunTests({ runs, tests }: { runs: Runs; tests: WatchedTests }) {
  return {
    /** Starts the run of a check; a second start finds the first. Throws what a caller would be told. */
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
    /** What a run found that has ended; undefined while it goes on. One that is gone is unknown. */
    async outcomeOf(organizationId: string, runId: string): Promise<CheckOutcome | undefined> {
      const [run] = await runs.listByIds(organizationId, [runId]);
      if (!run) return plainOutcome('UNKNOWN', 'RUN_DELETED', 'The run was deleted before it ended.');
      return isFinal(run.status) ? outcomeOfRun(run) : undefined;
    },
    async stop(organizationId: string, runId: string): Promise<void> {
      // One that has just ended needs no stop.
      await runs.cancel(organizationId, runId).catch(() => undefined);
    },
  };
}
/** RunTests starts the runs of suites and workflows that monitors watch. */
export type RunTests = ReturnType<typeof createRunTests>;

/** outcomeOfRun says what an ended run means for its monitor. */
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
