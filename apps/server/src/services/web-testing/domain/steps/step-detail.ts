import type { ScriptStepResult } from '@touchstone/contracts/test-repository';
import type { Locator, RunEvent, StepResult } from '@touchstone/engine-keyword/core';
import type { ReportBlock } from '@touchstone/report';
import type { StepFindings } from '../../../runs/index.ts';
import { type KeptHealing, keptHealing } from '../../../test-repository/index.ts';
import type { PlanRow } from '../plan-rows.ts';
import { healingBlocks } from './healing-report.ts';

/** What a run stores of an execution of a step, besides its outcome. */
export type StepDetail = Pick<
  ScriptStepResult,
  | 'sourceStepId'
  | 'keyword'
  | 'target'
  | 'functionUUID'
  | 'unit'
  | 'path'
  | 'expected'
  | 'actual'
  | 'locatorUsed'
  | 'attempts'
  | 'isFlaky'
  | 'measure'
  | 'violations'
  | 'picture'
  | 'console'
  | 'failedRequests'
> & { healing: KeptHealing | null };

/** noDetail is the detail of a row without a result. */
export const noDetail: StepDetail = {
  sourceStepId: null,
  keyword: null,
  target: 0,
  functionUUID: null,
  unit: null,
  path: [],
  expected: null,
  actual: null,
  locatorUsed: null,
  attempts: [],
  isFlaky: false,
  measure: null,
  violations: [],
  picture: null,
  healing: null,
  console: [],
  failedRequests: [],
};

const maxValue = 10_000;
const bounded = (text: string): string => (text.length > maxValue ? `${text.slice(0, maxValue - 1)}…` : text);

/** detailOf returns what to store of an execution; a round of a loop is a part of its path. */
export function detailOf(
  row: PlanRow,
  event: Extract<RunEvent, { type: 'stepFinished' }>,
  picture: StepDetail['picture'],
): StepDetail {
  const {
    expected,
    actual,
    locatorUsed,
    attempts = [],
    isFlaky,
    measure = null,
    violations = [],
    healing,
    iteration,
  } = event;
  const wanted = row.step?.target;
  const foundBy = locatorUsed ? locatorText(locatorUsed) : null;
  return {
    sourceStepId: row.step?.id ?? null,
    keyword: row.step?.keyword ?? null,
    target: row.target,
    functionUUID: row.functionId,
    unit: row.unit?.key ?? null,
    path: iteration === null ? row.path : [...row.path, `Round ${iteration}`],
    expected: expected === undefined ? null : bounded(expected),
    actual: actual === undefined ? null : bounded(actual),
    locatorUsed: foundBy,
    attempts: attempts.map(({ status, message, durationMs }) => ({ status, message: message || null, durationMs })),
    isFlaky,
    measure,
    violations,
    picture,
    healing: healing && wanted ? keptHealing(healing, wanted, foundBy) : null,
    ...logOf(event.log ?? []),
  };
}

/** Returns a locator on one line. */
const locatorText = ({ by, value, name }: Locator): string =>
  name === undefined ? `${by}=${value}` : `${by}=${value} name="${name}"`;

function logOf(log: NonNullable<StepResult['log']>): Pick<StepDetail, 'console' | 'failedRequests'> {
  const requests = log.filter(({ kind }) => kind === 'request');
  return {
    console: log.filter(({ kind }) => kind !== 'request').map(({ level, text }) => ({ level, text })),
    failedRequests: requests.map(({ text }) => {
      const [, method = '', url = text, reason = ''] = /^([A-Z]+) (\S+) (.*)$/s.exec(text) ?? [];
      return { method, url, reason };
    }),
  };
}

/** findingsOf returns what a comparison of two runs shows of an execution. */
export function findingsOf({ path, expected, actual, locatorUsed }: StepDetail): StepFindings {
  const values = [
    { label: 'Expected', text: expected },
    { label: 'Actual', text: actual },
    { label: 'Found by', text: locatorUsed },
  ];
  return { path, values: values.flatMap(({ label, text }) => (text === null ? [] : [{ label, text }])) };
}

/** blocksOf returns the report blocks of an execution besides its title and message; pictures are shown above them. */
export function blocksOf(detail: StepDetail, status: string): ReportBlock[] {
  const blocks: ReportBlock[] = [];
  if (detail.expected !== null || detail.actual !== null)
    blocks.push({
      type: 'checks',
      title: 'Expected and actual',
      checks: [
        {
          status: status === 'passed' ? 'passed' : 'failed',
          title: detail.path.at(-1) ?? '',
          expected: detail.expected ?? '',
          actual: detail.actual ?? '',
        },
      ],
    });
  if (detail.healing) blocks.push(...healingBlocks(detail.healing));
  if (detail.violations.length > 0)
    blocks.push({
      type: 'checks',
      title: 'Accessibility',
      checks: detail.violations.map(({ rule, impact, help, helpUrl, elements, count }) => ({
        status: status === 'passed' ? 'passed' : 'failed',
        title: `${help} (${rule})`,
        subject: impact,
        expected: helpUrl,
        actual: [
          ...elements.map(({ selector, snippet }) => `${selector}  ${snippet}`),
          ...(count > elements.length ? [`${count - elements.length} more elements`] : []),
        ].join('\n'),
      })),
    });
  if (detail.attempts.length > 1)
    blocks.push({
      type: 'list',
      title: 'Tries',
      items: detail.attempts.map(({ status: ended, message }, index) => ({
        strong: `${index + 1}`,
        text: ended,
        ...(message && { detail: message }),
      })),
    });
  if (detail.locatorUsed)
    blocks.push({ type: 'values', title: 'Element', values: [{ name: 'Found by', text: detail.locatorUsed }] });
  if (detail.failedRequests.length > 0)
    blocks.push({
      type: 'table',
      title: 'Failed requests',
      columns: ['Method', 'Address', 'Reason'],
      rows: detail.failedRequests.map(({ method, url, reason }) => [method, url, reason]),
    });
  if (detail.console.length > 0)
    blocks.push({
      type: 'text',
      title: 'What the page wrote',
      lines: detail.console.map(({ level, text }) => `${level}: ${text}`),
    });
  return blocks;
}
