import type { StepDetail, StepSummary } from '@touchstone/contracts/api-testing';
import { AppError } from '@touchstone/kernel';
import type { Runs } from '../../../runs/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { toStepDetail, toStepSummary } from '../../domain/stored-step.ts';
import { apiTestingErrors } from '../../errors.ts';
import type { ExecutionNeeds } from './executions.ts';
import type { OpenExecution } from './open-execution.ts';

/** createReadSteps returns the steps of runs, and what each script did in them. */
export function createReadSteps({ platform, runs, access, open }: ExecutionNeeds & Pick<OpenExecution, 'open'>) {
  return {
    async allSteps(runId: string): Promise<StepSummary[]> {
      const steps: StepSummary[] = [];
      for (let page = 0; ; page += 1) {
        const { content } = await runs.listSteps({ runId }, { page, size: 1000 });
        steps.push(...content.map(toStepSummary));
        if (content.length < 1000) return steps;
      }
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
  };
}
export type ReadSteps = ReturnType<typeof createReadSteps>;
