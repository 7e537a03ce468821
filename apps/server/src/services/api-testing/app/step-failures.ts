import type { StepDetail } from '@touchstone/contracts/api-testing';
import type { Run, Runs, SourceResult, StoredStep } from '../../runs/index.ts';
import type { FunctionalLabel } from '../domain/executions/functional-plan.ts';
import { signatureOf } from '../domain/failure-signature.ts';
import { toStepDetail } from '../domain/stored-step.ts';
import type { StepFailureRow } from '../store/run-results.store.ts';
import { digestOf } from './digest.ts';

/** The most failed steps stored per run; a run with more is considered to fail as a whole. */
const maxFailures = 2000;
const stepsPerPage = 100;
const longestMessage = 500;

/** The first 2,000 steps of a run that failed or errored, read in pages with their details. */
async function* failedSteps(runs: Runs, runId: string): AsyncGenerator<StoredStep & { detail: unknown }> {
  let left = maxFailures;
  for (const status of ['failed', 'error'] as const)
    for (let page = 0; left > 0; page += 1) {
      const { content } = await runs.listSteps({ runId, status }, { page, size: stepsPerPage });
      const ids = content.slice(0, left).map(({ stepId }) => stepId);
      if (ids.length > 0) yield* await runs.getSteps(runId, ids);
      left -= ids.length;
      if (content.length < stepsPerPage) break;
    }
}

const signatureOfStep = (detail: StepDetail) => {
  const assertion = detail.assertions.find(({ status }) => status === 'failed') ?? null;
  const { status, message, statusCode } = detail;
  return signatureOf({ status, message, statusCode, errorCode: detail.error?.code ?? null, assertion }, digestOf);
};

/** failuresOf returns the rows to store for the failed steps of a run that has ended. */
export async function failuresOf(
  runs: Runs,
  run: Run & { finishedAt: Date },
  sources: readonly SourceResult[],
): Promise<StepFailureRow[]> {
  if (run.counts.failed + run.counts.error === 0) return [];
  const { environmentName } = run.label as FunctionalLabel;
  const revisions = new Map(sources.map(({ groupId, sourceId, revision }) => [`${groupId} ${sourceId}`, revision]));
  const rows: StepFailureRow[] = [];
  for await (const step of failedSteps(runs, run.runId)) {
    const detail = toStepDetail(step);
    rows.push({
      stepId: step.stepId,
      runId: run.runId,
      organizationId: run.organizationId,
      projectId: run.projectId,
      scriptId: detail.scriptId,
      scriptName: detail.name,
      suiteId: detail.suiteId ?? '',
      suiteName: detail.suiteName,
      runName: run.name,
      environmentName: environmentName ?? '',
      revision: revisions.get(`${step.groupId} ${step.sourceId}`) ?? null,
      ...signatureOfStep(detail),
      message: (detail.message ?? '').slice(0, longestMessage),
      finishedAt: run.finishedAt,
    });
  }
  return rows;
}
