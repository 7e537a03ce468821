import type { PerformanceConfiguration } from '@touchstone/contracts/api-testing';
import type { DataFileChoice } from '@touchstone/contracts/workspaces';
import { parseThreshold } from '@touchstone/engine-load/core';
import { type DataMode, dataModes } from './target.ts';

type Thresholds = NonNullable<PerformanceConfiguration['thresholds']>;

/** performanceOf returns the load part of a scheduled run's options; without a load while the form is invalid. */
export const performanceOf = (options: Readonly<Record<string, unknown>>): Partial<PerformanceConfiguration> =>
  (options.performance ?? {}) as Partial<PerformanceConfiguration>;

/**
 * dataFileOf returns the data file of a load run started by a job or a workflow block; null if rows are enabled but no
 * file is selected yet.
 */
export const dataFileOf = (options: Readonly<Record<string, unknown>>): DataFileChoice | null | undefined =>
  options.dataFile as DataFileChoice | null | undefined;

/** dataModeOf returns how a workflow block distributes the rows of its data file. */
export const dataModeOf = (settings: Readonly<Record<string, unknown>>): DataMode =>
  dataModes.find(({ value }) => value === settings.dataMode)?.value ?? 'shared';

/** thresholdProblem says which threshold is invalid, and why. */
export function thresholdProblem(thresholds: Thresholds): string | undefined {
  for (const { expression } of thresholds) {
    const parsed = parseThreshold(expression);
    if ('problem' in parsed) return `${expression}: ${parsed.problem}`;
  }
  return undefined;
}
