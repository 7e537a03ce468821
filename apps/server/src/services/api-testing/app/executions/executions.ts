import type { ReportFormat } from '@touchstone/contracts/runs';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Run, RunReport, Runs } from '../../../runs/index.ts';
import type { Actor, Workspaces } from '../../../workspaces/index.ts';
import { apiTestingErrors } from '../../errors.ts';
import type { OpenSuites } from '../suites/open-suites.ts';
import { createOpenExecution } from './open-execution.ts';
import { createReadExecutions } from './read-executions.ts';
import { createReadSteps } from './read-steps.ts';

/** Dependencies of the execution use cases. */
export interface ExecutionNeeds {
  platform: Platform;
  runs: Runs;
  workspaces: Workspaces;
  access: OpenSuites;
}

/** createExecutions shows functional runs, their steps and reports, and stops, repeats and deletes them. */
export function createExecutions(needs: ExecutionNeeds) {
  const { platform, runs } = needs;
  const { open, openFinished } = createOpenExecution(needs);
  const { allSteps, listSteps, getStep, body, history, latest } = createReadSteps({ ...needs, open });

  return {
    open,
    openFinished,
    ...createReadExecutions({ ...needs, open, allSteps }),
    allSteps,
    listSteps,
    getStep,
    body,
    history,
    latest,
    async stop(actor: Actor, runId: string): Promise<void> {
      await open(actor, runId, 'edit');
      await runs.cancel(actor.organizationId, runId);
      await platform.audit(actor, { action: 'run.stopped', target: runId });
    },
    async retry(actor: Actor, runId: string, onlyFailed: boolean): Promise<Run> {
      const run = await open(actor, runId, 'edit');
      if (!runs.canRetry(run)) throw new AppError(apiTestingErrors.notToBeRetried);
      return runs.retry(actor.organizationId, runId, { onlyFailed, user: actor });
    },
    async delete(actor: Actor, runIds: string[]): Promise<number> {
      for (const runId of runIds) await open(actor, runId, 'edit');
      const deleted = await runs.delete(actor.organizationId, runIds);
      await platform.audit(actor, { action: 'report.deleted', target: deleted.join(',') });
      return deleted.length;
    },
    /** Mails the report of a finished run as a file. */
    async mailReport(actor: Actor, order: { runId: string; email: string; type: ReportFormat }): Promise<void> {
      await openFinished(actor, order.runId);
      await runs.mailReport(actor, order);
    },
    /** The report of a finished run, rendered as a stream. */
    async report(actor: Actor, runId: string, format: ReportFormat): Promise<{ run: Run } & RunReport> {
      const run = await openFinished(actor, runId);
      return { run, ...(await runs.report(run, format)) };
    },
  };
}
export type Executions = ReturnType<typeof createExecutions>;
