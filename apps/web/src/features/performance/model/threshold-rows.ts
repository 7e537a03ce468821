import { parseThreshold } from '@touchstone/engine-load/core';
import type { Problems } from './load-form.ts';

/** ThresholdRow is one wish for the result; `request` empty: all requests together. */
export interface ThresholdRow {
  id: number;
  request: string;
  expression: string;
  abortOnFail: boolean;
}

/** thresholdProblems says at each row what is wrong with its expression. */
export function thresholdProblems(rows: ThresholdRow[]): Problems {
  const problems: Problems = {};
  for (const { id, expression } of rows) {
    const parsed = parseThreshold(expression);
    if ('problem' in parsed) problems[`thresholds.${id}`] = parsed.problem;
  }
  return problems;
}

export const thresholdsOf = (rows: ThresholdRow[]) =>
  rows.map(({ request, expression, abortOnFail }) => ({
    ...(request && { request }),
    expression: expression.trim(),
    abortOnFail,
  }));
