import type {
  Execution,
  ExecutionStatus,
  ExecutionSummary,
  StepDetail,
  StepSummary,
} from '@touchstone/contracts/api-testing';
import type { ReportFormat } from '@touchstone/contracts/runs';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { isFinal, type Run, type RunReport, type Runs } from '../../../runs/index.ts';
import type { Actor, Workspaces } from '../../../workspaces/index.ts';
import { statusFilter } from '../../domain/executions/execution-status.ts';
import { toExecutionSummary } from '../../domain/executions/execution-summary.ts';
import { toStepDetail, toStepSummary } from '../../domain/stored-step.ts';
import { apiTestingErrors } from '../../errors.ts';
import type { OpenSuites } from '../suites/open-suites.ts';
import { functionalKind } from './plan-suites.ts';

export function createExecutions({
  platform,
  runs,
  workspaces,
  access,
}: {
  platform: Platform;
  runs: Runs;
  workspaces: Workspaces;
  access: OpenSuites;
}) {
  const open = async (actor: Actor, runId: string, need: 'view' | 'edit' = 'view'): Promise<Run> => {
    const run = await runs.get(actor.organizationId, runId);
    await workspaces.open(actor, run.projectId, need);
    return run;
  };
  const allSteps = async (runId: string): Promise<StepSummary[]> => {
    const steps: StepSummary[] = [];
    for (let page = 0; ; page += 1) {
      const { content } = await runs.listSteps({ runId }, { page, size: 1000 });
      steps.push(...content.map(toStepSummary));
      if (content.length < 1000) return steps;
    }
  };
  const openFinished = async (actor: Actor, runId: string): Promise<Run> => {
    const run = await open(actor, runId);
    if (!isFinal(run.status)) throw new AppError(apiTestingErrors.reportNotReady);
    return run;
  };

  return {
    open,
    async get(actor: Actor, runId: string): Promise<Execution> {
      return { ...toExecutionSummary(await open(actor, runId)), steps: await allSteps(runId) };
    },
    async summary(actor: Actor, runId: string): Promise<ExecutionSummary> {
      return toExecutionSummary(await open(actor, runId));
    },
    async listSteps(actor: Actor, filter: Parameters<Runs['listSteps']>[0], page: { page: number; size: number }) {
      await open(actor, filter.runId);
      const { content, totalElements } = await runs.listSteps(filter, page);
      return { content: content.map(toStepSummary), totalElements, ...page };
    },
    async getStep(actor: Actor, runId: string, stepId: string): Promise<StepDetail> {
      await open(actor, runId);
      return toStepDetail(await runs.getStep(runId, stepId));
    },
    async list(
      actor: Actor,
      filter: { projectId: string; statuses?: ExecutionStatus[]; searchTerm?: string; suiteId?: string },
      page: { page: number; size: number },
    ) {
      await workspaces.open(actor, filter.projectId, 'view');
      const { statuses, empty } = statusFilter(filter.statuses ?? []);
      const asked = (filter.statuses ?? []).length > 0;
      if (asked && statuses.length === 0) return { content: [], totalElements: 0, ...page };
      const { content, totalElements } = await runs.list(
        {
          organizationId: actor.organizationId,
          projectId: filter.projectId,
          kinds: [functionalKind],
          ...(asked && { statuses }),
          ...(filter.searchTerm && { searchTerm: filter.searchTerm }),
          ...(filter.suiteId && { groupId: filter.suiteId }),
          ...(asked && empty !== undefined && { isEmpty: empty }),
        },
        page,
      );
      return { content: content.map(toExecutionSummary), totalElements, ...page };
    },
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
    /** The report of a finished run, rendered piece by piece. */
    async report(actor: Actor, runId: string, format: ReportFormat): Promise<{ run: Run } & RunReport> {
      const run = await openFinished(actor, runId);
      return { run, ...(await runs.report(run, format)) };
    },
    /** A stored body of a step: inline text or a file. */
    async body(actor: Actor, input: { runId: string; stepId: string; side: 'request' | 'response' }) {
      await open(actor, input.runId);
      const detail = toStepDetail(await runs.getStep(input.runId, input.stepId));
      const body = detail.exchange?.[input.side]?.body;
      if (!body) throw new AppError(apiTestingErrors.scriptNotFound);
      if (body.fileId) return platform.files.open(actor.organizationId, body.fileId);
      return {
        name: `${input.side}.txt`,
        contentType: 'text/plain; charset=utf-8',
        sizeBytes: body.sizeBytes,
        stream: body.text ?? '',
      };
    },
    async history(actor: Actor, scriptId: string, page: { page: number; size: number }) {
      await access.openScripts(actor, [scriptId], 'view');
      const { content, totalElements } = await runs.listBySource(actor.organizationId, scriptId, page);
      return {
        content: content.map((step) => ({
          runId: step.runId,
          createdAt: step.runCreatedAt.toISOString(),
          step: toStepSummary(step),
        })),
        totalElements,
        ...page,
      };
    },
    async latest(actor: Actor, scriptId: string) {
      await access.openScripts(actor, [scriptId], 'view');
      const { content } = await runs.listBySource(actor.organizationId, scriptId, { page: 0, size: 1 });
      const step = content[0];
      return { runId: step?.runId ?? null, step: step ? toStepDetail(step) : null };
    },
    openFinished,
    allSteps,
  };
}
export type Executions = ReturnType<typeof createExecutions>;
