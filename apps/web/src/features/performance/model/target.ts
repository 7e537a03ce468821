import type { DataFile } from '@touchstone/contracts/workspaces';
import type { Problems } from './load-form.ts';

export const dataModes = [
  { value: 'shared', label: 'Round robin: each iteration takes the next row' },
  { value: 'unique', label: 'Once: the run ends when all rows are used' },
  { value: 'random', label: 'Random row for each iteration' },
] as const;
export type DataMode = (typeof dataModes)[number]['value'];

/** Target is what runs, where, and with which data. */
export interface Target {
  suiteIds: string[];
  /** Only these scripts of the suites; empty for all. */
  scriptIds: string[];
  environmentId: string | null;
  dataFile: DataFile | null;
  dataMode: DataMode;
}

export const emptyTarget: Target = {
  suiteIds: [],
  scriptIds: [],
  environmentId: null,
  dataFile: null,
  dataMode: 'shared',
};

/** targetProblems returns what is missing before a run can start. */
export function targetProblems(
  target: Target,
  facts: { environments: number; requests: number | undefined },
): Problems {
  const problems: Problems = {};
  if (target.suiteIds.length === 0) problems.suites = 'Choose at least one test suite.';
  else if (facts.requests === 0) problems.suites = 'The chosen suites have no scripts.';
  if (facts.environments > 0 && !target.environmentId) problems.environment = 'Please select an environment.';
  return problems;
}
