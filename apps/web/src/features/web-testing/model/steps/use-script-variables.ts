import { useQuery } from '@tanstack/react-query';
import { findKeyword, pairsOf, type Step } from '@touchstone/engine-keyword/core';
import { useMemo } from 'react';
import { environmentsQuery, type KnownVariable, knownVariables, variablesQuery } from '../../../api-testing/index.ts';
import { dataTablesQuery } from '../../api/data-tables.ts';
import { eachStep } from './edit-steps.ts';

/**
 * variablesSetBy returns the variables set by steps at any depth: stored values, loop variables, and outputs of
 * functions.
 */
export function variablesSetBy(steps: readonly Step[]): string[] {
  const names = new Set<string>();
  for (const { step } of eachStep(steps)) {
    for (const { name, type, default: usual } of findKeyword(step.keyword)?.parameters ?? [])
      if (type === 'variable') names.add(step.args[name] || usual || '');
    if (step.keyword === 'callFunction') for (const [name] of pairsOf(step.args.outputs ?? '')) names.add(name);
  }
  names.delete('');
  return [...names];
}

interface Given {
  projectId: string;
  environmentId: string | null;
  steps: readonly Step[];
  /** The script's data table. */
  tableId?: string | null;
  /** Inputs of a function. */
  inputs?: readonly string[];
}

const none: readonly string[] = [];

/**
 * useScriptVariables returns the variables available to steps: from the data table, the environment, the project, and
 * other steps; undefined until they have loaded.
 */
export function useScriptVariables(given: Given): ReadonlyMap<string, KnownVariable> | undefined {
  const { projectId, environmentId, steps, tableId = null, inputs = none } = given;
  const environments = useQuery(environmentsQuery(projectId)).data;
  const variables = useQuery(variablesQuery(projectId)).data;
  const tables = useQuery({ ...dataTablesQuery(projectId), enabled: tableId !== null }).data;
  const set = useMemo(() => variablesSetBy(steps), [steps]);
  return useMemo(() => {
    if (!environments || !variables) return undefined;
    const later = (source: string, names: readonly string[]) => ({
      source,
      variables: names.map((name) => ({ name, value: undefined, isSecret: false, enabled: true })),
    });
    const environment = environments.find((each) => each.environmentId === environmentId);
    const table = tables?.find(({ uuid }) => uuid === tableId);
    return knownVariables([
      later(table?.tableName ?? '', table?.columns ?? []),
      later('Input', inputs),
      {
        source: environment?.environmentName ?? '',
        variables: variables.filter((each) => environment && each.environmentId === environmentId),
      },
      { source: 'Project', variables: variables.filter((each) => each.environmentId === null) },
      later('Steps', set),
    ]);
  }, [environments, variables, tables, tableId, inputs, set, environmentId]);
}
