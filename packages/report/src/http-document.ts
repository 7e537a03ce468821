import type { StepDetail } from '@touchstone/contracts/api-testing';
import type { ReportBlock, ReportCheck, ReportDocument, ReportStep } from './document.ts';
import { originFacts, type ReportRun } from './run.ts';
import { tellsValues } from './text.ts';

/** httpRunDocument returns the report of a run that sends requests. */
export function httpRunDocument({ steps, ...run }: ReportRun): ReportDocument {
  const { name, number = null, status, executionStatus, startedAt, finishedAt, durationMs, counts, url } = run;
  const facts = [{ label: 'By', text: run.startedBy }];
  if (run.environmentName) facts.push({ label: 'Environment', text: run.environmentName });
  facts.push(...originFacts(run));
  const groups = run.suites.map(({ suiteId, suiteName, total }) => ({ id: suiteId, title: suiteName, total }));
  const header = { name, number, status, executionStatus, startedAt, finishedAt, durationMs, facts, record: run };
  return {
    header: { ...header, ...(url !== undefined && { url }) },
    counts,
    sections: [{ type: 'steps', groups, steps: reportSteps(steps) }],
  };
}

async function* reportSteps(steps: ReportRun['steps']): AsyncGenerator<ReportStep> {
  for await (const step of steps) yield httpReportStep(step);
}

/** httpReportStep returns a request with everything a report shows of it. */
export function httpReportStep(step: StepDetail): ReportStep {
  const { index, method, name, url, statusCode, status, message, error, startedAt, durationMs, occurrence = 1 } = step;
  return {
    index,
    label: method,
    title: name,
    subtitle: url,
    status,
    message,
    startedAt,
    durationMs,
    notes: [
      ...(occurrence > 1 ? [`time ${occurrence}`] : []),
      ...(step.attempt > 1 ? [`attempt ${step.attempt}`] : []),
    ],
    outcome: statusCode === null ? '' : String(statusCode),
    ...(error && { errorCode: error.code }),
    ...(occurrence > 1 && { occurrence }),
    group: {
      id: step.suiteId ?? `group ${step.suiteName}`,
      title: step.suiteName,
      ...(step.iteration && { part: step.iteration.label }),
    },
    blocks: blocksOfStep(step),
    record: step,
  };
}

function blocksOfStep(step: StepDetail): ReportBlock[] {
  const { error, unresolved, earlierAttempts = [], assertions, extracted, exchange } = step;
  const missing = unresolved.map(({ name, place }) => `{{${name}}} in ${place}`);
  const blocks: ReportBlock[] = [];
  if (error) blocks.push({ type: 'notice', text: `${error.message} (${error.code})` });
  if (missing.length > 0) blocks.push({ type: 'notice', text: `No value for ${missing.join(', ')}` });
  if (earlierAttempts.length > 0) blocks.push({ type: 'attempts', attempts: earlierAttempts });
  if (assertions.length > 0) blocks.push({ type: 'checks', title: 'Assertions', checks: assertions.map(checkOf) });
  if (extracted.length > 0)
    blocks.push({
      type: 'values',
      title: 'Extracted values',
      values: extracted.map(({ name, value, found, message }) => ({
        name,
        text: value,
        ...(!found && { problem: message ?? 'Not found' }),
      })),
    });
  if (exchange) blocks.push({ type: 'exchange', exchange });
  return blocks;
}

const checkOf = (assertion: StepDetail['assertions'][number]): ReportCheck => {
  const { kind, path, operator, status, message, expected, actual, faults, proof } = assertion;
  return {
    status,
    title: message,
    expected,
    actual,
    subject: [kind, path, operator].filter(Boolean).join(' '),
    ...(faults && { faults }),
    ...(proof && { proof }),
    ...(!tellsValues(assertion) && { isBrief: true }),
  };
};
