import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { preferences, usePreferences } from '../../../../shared/preferences.ts';
import { environmentsQuery } from '../../api/environments.queries.ts';

/** useEnvironmentId returns the environment selected for a workspace, if it still exists. */
export function useEnvironmentId(projectId: string | undefined): string | undefined {
  const list = useQuery(environmentsQuery(projectId)).data;
  const chosen = usePreferences().environments[projectId ?? ''];
  // Never selected: the first one. Cleared by the user: none.
  if (chosen === undefined) return list?.[0]?.environmentId;
  return list?.find((item) => item.environmentId === chosen)?.environmentId;
}

/** EnvironmentSelect selects the environment whose variables a request uses. */
export function EnvironmentSelect({ projectId }: { projectId: string }) {
  const environments = useQuery(environmentsQuery(projectId));
  const chosen = useEnvironmentId(projectId);
  return (
    <Select
      w={180}
      aria-label="Environment"
      placeholder="No environment"
      clearable
      data={(environments.data ?? []).map((item) => ({ value: item.environmentId, label: item.environmentName }))}
      value={chosen ?? null}
      nothingFoundMessage="No environments yet"
      onChange={(value) => preferences.set({ environments: { ...preferences.get().environments, [projectId]: value } })}
    />
  );
}
