import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type BrowserName, browserTitles } from '@touchstone/contracts/web-testing';
import { preferences, usePreferences } from '../../../../shared/preferences.ts';
import { environmentsQuery } from '../../../api-testing/index.ts';
import { browsersQuery } from '../../api/executions.ts';

/** BrowserSelect chooses the browser of a run, among those that the machine has. */
export function BrowserSelect({
  value,
  onChange,
  label = 'Browser',
}: {
  value: BrowserName;
  onChange: (browser: BrowserName) => void;
  label?: string;
}) {
  const found = useQuery(browsersQuery).data;
  const names: BrowserName[] = found?.length ? found.map(({ name }) => name) : ['chromium'];
  const version = (name: BrowserName) => found?.find((each) => each.name === name)?.version;
  return (
    <Select
      label={label}
      allowDeselect={false}
      data={names.map((name) => ({
        value: name,
        label: [browserTitles[name], version(name)?.split('.')[0]].filter(Boolean).join(' '),
      }))}
      value={names.includes(value) ? value : (names[0] ?? null)}
      onChange={(chosen) => chosen && onChange(chosen as BrowserName)}
    />
  );
}

/** NoBrowser says how to install a browser where the machine has none. */
export function NoBrowser() {
  const { data } = useQuery(browsersQuery);
  if (!data || data.length > 0) return null;
  return (
    <p role="note" className="dim" style={{ margin: 0 }}>
      This machine has no browser to run scripts in. Install Chromium or Firefox, for example with{' '}
      <code>apt-get install chromium</code>.
    </p>
  );
}

/** useChosenEnvironment is the environment of a project that runs were last started with. */
export function useChosenEnvironment(projectId: string) {
  const environments = useQuery(environmentsQuery(projectId)).data ?? [];
  const remembered = usePreferences().environments[projectId] ?? null;
  const chosen = environments.find(({ environmentId }) => environmentId === remembered)?.environmentId ?? null;
  const choose = (environmentId: string | null) =>
    preferences.set({ environments: { ...preferences.get().environments, [projectId]: environmentId } });
  return { environments, chosen, choose };
}

/** EnvironmentSelect chooses the environment of a run; nothing stands here while a project has none. */
export function EnvironmentSelect({ projectId }: { projectId: string }) {
  const { environments, chosen, choose } = useChosenEnvironment(projectId);
  if (environments.length === 0) return null;
  return (
    <Select
      label="Environment"
      placeholder="None"
      clearable
      data={environments.map(({ environmentId, environmentName }) => ({
        value: environmentId,
        label: environmentName,
      }))}
      value={chosen}
      onChange={choose}
    />
  );
}
