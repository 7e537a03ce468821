import type { HttpStep } from '@touchstone/engine-http/core';
import { rowValues } from './row-values.ts';

/** Row is one set of values of a data-driven run. */
export type Row = Record<string, string>;

/** ExpandOptions of `expandSteps`. */
export interface ExpandOptions {
  /** Number of iterations; beyond the rows, the last one is reused. Default: one per row. */
  iterations?: number;
  /** Column whose value names an iteration; default: its number. */
  labelColumn?: string;
}

/**
 * expandSteps yields the steps once per row: with unique ids and groups, so that iterations can run in parallel, the
 * row as the narrowest variables, and a label in the name. Rows are read on demand.
 */
export async function* expandSteps(
  steps: readonly HttpStep[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  { iterations, labelColumn }: ExpandOptions = {},
): AsyncGenerator<HttpStep> {
  const count = iterations ?? (Array.isArray(rows) ? rows.length : 0);
  let index = 0;
  let last: Row = {};
  for await (const row of rows) {
    if (iterations !== undefined && index >= iterations) return;
    last = row;
    yield* iteration(steps, row, { index, count, labelColumn });
    index += 1;
  }
  for (; index < (iterations ?? 0); index += 1) yield* iteration(steps, last, { index, count, labelColumn });
}

function* iteration(
  steps: readonly HttpStep[],
  row: Row,
  { index, count, labelColumn }: { index: number; count: number; labelColumn: string | undefined },
): Generator<HttpStep> {
  const typed = rowValues(row);
  const own = labelColumn === undefined ? undefined : row[labelColumn];
  const label = own === undefined || own === '' ? `iteration ${index + 1}` : own.slice(0, 100);
  for (const step of steps) {
    yield {
      ...step,
      id: `${step.id}#${index + 1}`,
      group: `${step.group}#${index + 1}`,
      name: `${step.name} (${label})`,
      scope: { ...step.scope, ...row },
      ...(typed === undefined ? {} : { scopeValues: { ...step.scopeValues, ...typed } }),
      iteration: { index, count: Math.max(count, index + 1), label, stepName: step.name },
    };
  }
}
