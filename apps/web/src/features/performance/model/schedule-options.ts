import type { PerformanceConfiguration } from '@touchstone/contracts/api-testing';
import type { DataFileChoice } from '@touchstone/contracts/workspaces';
import { parseThreshold } from '@touchstone/engine-load/core';
import { type DataMode, dataModes } from './target.ts';

type Thresholds = NonNullable<PerformanceConfiguration['thresholds']>;

/** performanceOf is the part of the options of a scheduled run that says its load; without one while the form is wrong. */
export const performanceOf = (options: Readonly<Record<string, unknown>>): Partial<PerformanceConfiguration> =>
  (options.performance ?? {}) as Partial<PerformanceConfiguration>;

/** dataFileOf is the data file of a load run that a job or a block of a workflow starts; null: rows are wanted, and no file is chosen yet. */
export const dataFileOf = (options: Readonly<Record<string, unknown>>): DataFileChoice | null | undefined =>
  options.dataFile as DataFileChoice | null | undefined;

/** dataModeOf is how a block of a workflow deals out the rows of its data file. */
export const dataModeOf = (settings: Readonly<Record<string, unknown>>): DataMode =>
  dataModes.find(({ value }) => value === settings.dataMode)?.value ?? 'shared';

/** thresholdProblem says which threshold is wrong, and why. */
export function thresholdProblem(thresholds: Thresholds): string | undefined {
  for (const { expression } of thresholds) {
    const parsed = parseThreshold(expression);
    if ('problem' in parsed) return `${expression}: ${parsed.problem}`;
  }
  return undefined;
}
