import { parseThreshold } from '@touchstone/engine-load/core';
import type { Problems } from './load-form.ts';

/** ThresholdRow is a threshold; an empty `request` covers all requests together. */
export interface ThresholdRow {
  id: number;
  request: string;
  expression: string;
  abortOnFail: boolean;
}

/** thresholdProblems returns the problem of each row's expression. */
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
