import { MultiSelect, Select } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { environmentsQuery, scriptsQuery, suitesQuery } from '../../api-testing/index.ts';
import type { Problems } from '../model/load-form.ts';
import type { Target } from '../model/target.ts';
import { DataFileField } from './data-file-field.tsx';
import classes from './performance.module.css';

interface Props {
  projectId: string;
  target: Target;
  problems: Problems;
  onChange: (patch: Partial<Target>) => void;
}

/** useRequests returns the scripts that would run with the selected suites and scripts. */
export function useRequests(target: Target) {
  const lists = useQueries({ queries: target.suiteIds.map((suiteId) => scriptsQuery(suiteId)) });
  const all = lists.flatMap((list) => list.data ?? []);
  const chosen = all.filter((script) => target.scriptIds.includes(script.scriptId));
  return {
    all,
    names: [...new Set((chosen.length > 0 ? chosen : all).map((script) => script.scriptName))],
    isPending: lists.some((list) => list.isPending),
  };
}

/** WhatToRun selects suites, scripts, environment and data. */
export function WhatToRun({ projectId, target, problems, onChange }: Props) {
  const suites = useQuery(suitesQuery({ projectId, page: 0, size: 200 }));
  const environments = useQuery(environmentsQuery(projectId)).data ?? [];
  const { all } = useRequests(target);
  return (
    <div className={classes.stack} style={{ gap: 12 }}>
      <MultiSelect
        label="Test suites"
        placeholder={target.suiteIds.length > 0 ? undefined : suites.isPending ? 'Loading…' : 'Choose suites'}
        searchable
        clearable
        nothingFoundMessage="No suite has this name"
        data={(suites.data?.content ?? []).map(({ suiteId, suiteName }) => ({ value: suiteId, label: suiteName }))}
        value={target.suiteIds}
        error={problems.suites}
        onChange={(suiteIds) =>
          onChange({
            suiteIds,
            scriptIds: target.scriptIds.filter((id) =>
              all.some((script) => script.scriptId === id && suiteIds.includes(script.suiteId)),
            ),
          })
        }
      />
      {all.length > 0 ? (
        <MultiSelect
          label="Scripts"
          placeholder={target.scriptIds.length > 0 ? undefined : 'All scripts of the suites'}
          searchable
          clearable
          data={all.map(({ scriptId, scriptName, method }) => ({ value: scriptId, label: `${method} ${scriptName}` }))}
          value={target.scriptIds}
          onChange={(scriptIds) => onChange({ scriptIds })}
        />
      ) : null}
      <Select
        label="Environment"
        placeholder={environments.length > 0 ? 'Choose an environment' : 'None: global variables only'}
        disabled={environments.length === 0}
        clearable
        data={environments.map(({ environmentId, environmentName }) => ({
          value: environmentId,
          label: environmentName,
        }))}
        value={target.environmentId}
        error={problems.environment}
        onChange={(environmentId) => onChange({ environmentId })}
      />
      <DataFileField projectId={projectId} target={target} onChange={onChange} />
    </div>
  );
}
