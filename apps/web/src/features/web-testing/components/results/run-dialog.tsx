import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RepositoryScript, Suite } from '@touchstone/contracts/web-testing';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { preferences, usePreferences } from '../../../../shared/preferences.ts';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { useExecutions } from '../../api/executions.ts';
import { runConfigurationsQuery } from '../../api/run-configurations.ts';
import { draftOf, problemOf, settingsOf } from '../../model/run-settings.ts';
import { webTestingPaths } from '../../paths.ts';
import { ConfigurationDialog } from '../configurations/configuration-dialog.tsx';
import { ConfigurationSummary } from '../configurations/configuration-summary.tsx';
import classes from '../configurations/configurations.module.css';
import { SettingsFields } from '../configurations/settings-fields.tsx';
import { EnvironmentSelect, NoBrowser, useChosenEnvironment } from './browser-fields.tsx';

interface Props {
  scripts: readonly RepositoryScript[];
  /** The suite that contains the scripts. */
  suite?: Suite;
  onClose: () => void;
}

/** RunDialog runs scripts or a suite, by a run configuration or with its own settings, and opens the run. */
export function RunDialog({ scripts, suite, onClose }: Props) {
  const { run } = useExecutions();
  const navigate = useNavigate();
  const projectId = scripts[0]?.projectUUID ?? '';
  const { chosen: environmentId } = useChosenEnvironment(projectId);
  const { configurations, configuration, isUnknown, choose } = useChosenConfiguration(projectId);
  const [draft, setDraft] = useState(draftOf);
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState('');
  const problem = configuration ? undefined : problemOf(draft);
  const submit = async () => {
    const settings = configuration
      ? { configurationUUID: configuration.uuid }
      : { ...settingsOf(draft), ...(environmentId && { environmentId }) };
    const what = suite ? { suiteUUID: suite.uuid } : { scriptUUIDs: scripts.map(({ uuid }) => uuid) };
    const { runId } = await run.mutateAsync({ ...what, ...settings });
    void navigate(webTestingPaths.result(runId));
  };
  if (isSaving)
    return (
      <ConfigurationDialog
        projectId={projectId}
        given={{ name: '', environmentUUID: environmentId, settings: draft }}
        onSaved={({ uuid }) => choose(uuid)}
        onClose={() => setSaving(false)}
      />
    );
  return (
    <FormDialog
      title={`Run ${nameOf(scripts, suite)}`}
      confirm="Run Test"
      disabled={isUnknown || problem !== undefined}
      onSubmit={submit}
      onError={(error) => setRefusal(messageOf(error))}
      onClose={onClose}
    >
      <div className={classes.form}>
        {configurations.length > 0 ? (
          <Select
            label="Run configuration"
            allowDeselect={false}
            data={[
              { value: own, label: 'Own settings' },
              ...configurations.map(({ uuid, name }) => ({ value: uuid, label: name })),
            ]}
            value={configuration?.uuid ?? own}
            onChange={(value) => choose(!value || value === own ? '' : value)}
          />
        ) : null}
        {configuration ? (
          <ConfigurationSummary projectId={projectId} configuration={configuration} />
        ) : (
          <>
            <EnvironmentSelect projectId={projectId} />
            <SettingsFields
              draft={draft}
              onChange={(next) => {
                setDraft(next);
                setRefusal('');
              }}
            />
            <div>
              <Button variant="default" disabled={problem !== undefined} onClick={() => setSaving(true)}>
                Save as run configuration…
              </Button>
            </div>
          </>
        )}
        <NoBrowser />
        {(problem ?? refusal) ? (
          <p role="alert" className={classes.problem}>
            {problem ?? refusal}
          </p>
        ) : null}
      </div>
    </FormDialog>
  );
}

const own = 'own';

const nameOf = (scripts: readonly RepositoryScript[], suite: Suite | undefined): string => {
  if (suite) return suite.testSuiteName;
  return scripts.length === 1 ? (scripts[0]?.testScriptName ?? '') : `${scripts.length} scripts`;
};

/** The run configuration of a project's last run; none for its own settings. */
function useChosenConfiguration(projectId: string) {
  const { data, isPending } = useQuery(runConfigurationsQuery(projectId));
  const remembered = usePreferences().runConfigurations[projectId] ?? '';
  return {
    configurations: data ?? [],
    configuration: data?.find(({ uuid }) => uuid === remembered),
    /** One was selected, but hasn't loaded yet. */
    isUnknown: remembered !== '' && isPending,
    choose: (uuid: string) =>
      preferences.set({ runConfigurations: { ...preferences.get().runConfigurations, [projectId]: uuid } }),
  };
}
