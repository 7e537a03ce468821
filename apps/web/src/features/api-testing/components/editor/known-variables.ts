import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import type { CodeVariables } from '../../../../ui/code-editor/variable-marks.ts';
import { environmentsQuery, suiteVariablesQuery, variablesQuery } from '../../api/environments.queries.ts';
import { describeVariable, hasValue, type KnownVariable, knownVariables } from '../../model/request/known-variables.ts';
import { useEnvironmentId } from './environment-select.tsx';

const Known = createContext<ReadonlyMap<string, KnownVariable> | undefined>(undefined);

export const KnownVariables = Known.Provider;

/** useKnownVariables returns the variables available to the open tab's request; undefined until they are known. */
export const useKnownVariables = (): ReadonlyMap<string, KnownVariable> | undefined => useContext(Known);

/** useCodeVariables returns the same variables for a code editor, which completes and marks them. */
export function useCodeVariables(): CodeVariables | undefined {
  const known = useKnownVariables();
  return useMemo(
    () =>
      known && {
        words: [...known.keys()].map((name) => ({ label: name, detail: describeVariable(name, known) })),
        describe: (name) => ({ text: describeVariable(name, known), hasValue: hasValue(name, known) }),
      },
    [known],
  );
}

/**
 * useVariablesOf reads the variables of the selected environment, the suite and the workspace; the innermost scope
 * wins.
 */
export function useVariablesOf(
  projectId: string | undefined,
  suiteId: string | undefined,
): ReadonlyMap<string, KnownVariable> | undefined {
  const environmentId = useEnvironmentId(projectId);
  const environments = useQuery(environmentsQuery(projectId)).data;
  const variables = useQuery(variablesQuery(projectId)).data;
  const ofSuite = useQuery({ ...suiteVariablesQuery(suiteId ?? ''), enabled: suiteId !== undefined }).data;
  return useMemo(() => {
    if (!environments || !variables || (suiteId !== undefined && !ofSuite)) return undefined;
    const environment = environments.find((each) => each.environmentId === environmentId);
    const scopes = [
      {
        source: environment?.environmentName ?? '',
        variables: variables.filter((each) => environment && each.environmentId === environmentId),
      },
      { source: 'Suite', variables: ofSuite ?? [] },
      {
        source: 'Workspace',
        variables: variables.filter((each) => each.environmentId === null && each.suiteId === null),
      },
    ];
    return knownVariables(scopes);
  }, [environments, variables, ofSuite, environmentId, suiteId]);
}
