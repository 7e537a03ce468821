import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type BrowserName, browserTitles } from '@touchstone/contracts/web-testing';
import { preferences, usePreferences } from '../../../../shared/preferences.ts';
import { environmentsQuery } from '../../../api-testing/index.ts';
import { browsersQuery } from '../../api/executions.ts';

/** BrowserSelect selects the browser of a run, among those installed and the selected one. */
export function BrowserSelect<Name extends BrowserName>({
  value,
  onChange,
  among,
  name,
}: {
  value: Name;
  onChange: (browser: Name) => void;
  /** The selectable browsers. */
  among: readonly Name[];
  /** Replaces the label if there are several. */
  name?: string;
}) {
  const found = useQuery(browsersQuery).data;
  const names = among.filter((each) => each === value || found?.some((one) => one.name === each));
  const version = (browser: BrowserName) => found?.find((each) => each.name === browser)?.version;
  return (
    <Select
      {...(name === undefined ? { label: 'Browser' } : { 'aria-label': name })}
      allowDeselect={false}
      data={names.map((browser) => ({
        value: browser,
        label: [browserTitles[browser], version(browser)?.split('.')[0]].filter(Boolean).join(' '),
      }))}
      value={value}
      onChange={(chosen) => chosen && onChange(chosen as Name)}
    />
  );
}

/** NoBrowser says how to install a browser if the machine has none. */
export function NoBrowser() {
  const { data } = useQuery(browsersQuery);
  if (!data || data.length > 0) return null;
  return (
    <p role="note" className="dim" style={{ margin: 0 }}>
      This machine has no browser to run scripts in. Install Chromium, Firefox or WebKitGTK, for example with{' '}
      <code>apt-get install chromium</code>.
    </p>
  );
}

/** useChosenEnvironment returns the environment of a project's last run. */
export function useChosenEnvironment(projectId: string) {
  const environments = useQuery(environmentsQuery(projectId)).data ?? [];
  const remembered = usePreferences().environments[projectId] ?? null;
  const chosen = environments.find(({ environmentId }) => environmentId === remembered)?.environmentId ?? null;
  const choose = (environmentId: string | null) =>
    preferences.set({ environments: { ...preferences.get().environments, [projectId]: environmentId } });
  return { chosen, choose };
}

/** EnvironmentSelect selects the environment of a run and remembers it. */
export function EnvironmentSelect({ projectId }: { projectId: string }) {
  const { chosen, choose } = useChosenEnvironment(projectId);
  return <EnvironmentField projectId={projectId} value={chosen} onChange={choose} />;
}

interface EnvironmentProps {
  projectId: string;
  value: string | null;
  onChange: (environmentId: string | null) => void;
}

/** EnvironmentField selects an environment; hidden if the project has none. */
export function EnvironmentField({ projectId, value, onChange }: EnvironmentProps) {
  const environments = useQuery(environmentsQuery(projectId)).data ?? [];
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
      value={value}
      onChange={onChange}
    />
  );
}
