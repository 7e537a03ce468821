import type { ExecutionSummary, StepDetail } from '@touchstone/contracts/api-testing';
import { httpRunDocument, type ReportDocument } from '@touchstone/report';
import type { ReportSource, Run } from '../../../runs/index.ts';
import { toStepDetail } from '../stored-step.ts';
import { executionStatusOf } from './execution-status.ts';
import type { FunctionalLabel } from './functional-plan.ts';

/** toExecutionSummary maps a run to the product's terms. */
export function toExecutionSummary(run: Run): ExecutionSummary {
  const label = run.label as FunctionalLabel;
  const { error, ...counts } = run.counts;
  return {
    runId: run.runId,
    executionStatus: executionStatusOf(run.status, run.counts),
    status: run.status,
    message: run.message,
    name: run.name,
    number: run.number,
    ...run.origin,
    projectId: run.projectId,
    environmentName: label.environmentName,
    startedBy: run.createdByName,
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    durationMs: run.durationMs,
    attempt: run.retryNumber + 1,
    retryOf: run.retryOf,
    suites: label.suites,
    ...(label.data && { data: label.data }),
    ...counts,
    errors: error,
  };
}

/** functionalDocument returns the report document of a functional run. */
export function functionalDocument(run: Run, { steps, url }: ReportSource): ReportDocument {
  const summary = toExecutionSummary(run);
  const {
    name,
    number,
    label,
    commit,
    status,
    executionStatus,
    startedAt,
    finishedAt,
    durationMs,
    environmentName,
    startedBy,
    suites,
  } = summary;
  return httpRunDocument({
    name,
    number,
    label,
    commit,
    status,
    executionStatus,
    startedAt,
    finishedAt,
    durationMs,
    environmentName,
    startedBy,
    counts: summary,
    ...(url !== undefined && { url }),
    suites,
    steps: details(steps),
  });
}

async function* details(steps: ReportSource['steps']): AsyncGenerator<StepDetail> {
  for await (const step of steps()) yield toStepDetail(step);
}
