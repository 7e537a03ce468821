import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Choice, ChoiceSource } from '../../../../shared/choices.ts';
import type { FlowNodeSettings } from '../../../../shared/flows/flow-node-look.ts';
import { RemoteSelect } from '../../../../ui/select/remote-select.tsx';
import { runConfigurationsQuery } from '../../api/run-configurations.ts';
import { scriptChoices } from '../../api/scripts.ts';
import { suiteChoices } from '../../api/suites.ts';
import { isSame, nodeRunSettings, patchOf, withConfiguration } from '../../model/node-run-settings.ts';
import { draftOf, problemOf, type SettingsDraft, settingsOf } from '../../model/run-settings.ts';
import { ConfigurationSummary } from '../configurations/configuration-summary.tsx';
import classes from '../configurations/configurations.module.css';
import { SettingsFields } from '../configurations/settings-fields.tsx';
import { NoBrowser } from '../results/browser-fields.tsx';

/** textOf returns a setting as text; empty if it isn't a string. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** WebScriptSettings selects the script that a block runs, and how it runs. */
export function WebScriptSettings(props: FlowNodeSettings) {
  return <Settings {...props} what={{ setting: 'scriptId', noun: 'script', label: 'Script', source: scriptChoices }} />;
}

/** WebSuiteSettings selects the suite that a block runs, and how it runs. */
export function WebSuiteSettings(props: FlowNodeSettings) {
  return <Settings {...props} what={{ setting: 'suiteId', noun: 'suite', label: 'Suite', source: suiteChoices }} />;
}

interface What {
  setting: 'scriptId' | 'suiteId';
  noun: string;
  label: string;
  source: (projectId: string) => ChoiceSource;
}

function Settings({ node: { settings }, projectId, isReadOnly, onChange, what }: FlowNodeSettings & { what: What }) {
  const id = textOf(settings[what.setting]);
  const chosen: Choice | null = id === '' ? null : { value: id, label: textOf(settings.path) };
  const home = textOf(settings.projectId) || projectId;
  return (
    <>
      <RemoteSelect
        label={what.label}
        placeholder={`Choose a ${what.noun}`}
        source={what.source(home)}
        nothingFound={`No matching ${what.noun}`}
        emptyMessage={`No ${what.noun}s yet`}
        disabled={isReadOnly}
        value={chosen}
        onChange={({ value, label }) => onChange({ [what.setting]: value, path: label })}
      />
      <fieldset disabled={isReadOnly} className={`form ${classes.form} ${classes.plain}`}>
        <HowItRuns projectId={home} settings={settings} onChange={onChange} />
        <NoBrowser />
      </fieldset>
    </>
  );
}

const own = 'own';

/** By a run configuration of the script's project, or with the block's own settings. */
function HowItRuns({ projectId, settings, onChange }: Pick<FlowNodeSettings, 'projectId' | 'onChange'> & Kept) {
  const configurations = useQuery(runConfigurationsQuery(projectId)).data;
  const named = textOf(settings.configurationUUID);
  const configuration = configurations?.find(({ uuid }) => uuid === named);
  const isDeleted = named !== '' && configurations !== undefined && !configuration;
  const choices = (configurations ?? []).map(({ uuid, name }) => ({ value: uuid, label: name }));
  return (
    <>
      {choices.length > 0 || named !== '' ? (
        <Select
          label="Run configuration"
          description="The environment of the block wins over its own"
          allowDeselect={false}
          data={[{ value: own, label: 'Own settings' }, ...choices]}
          value={named === '' ? own : (configuration?.uuid ?? null)}
          error={isDeleted ? 'The run configuration was deleted. Choose another one.' : undefined}
          onChange={(value) => onChange(withConfiguration(!value || value === own ? undefined : value))}
        />
      ) : null}
      {configuration ? <ConfigurationSummary projectId={projectId} configuration={configuration} /> : null}
      {named === '' ? <OwnSettings settings={settings} onChange={onChange} /> : null}
    </>
  );
}

interface Kept {
  settings: FlowNodeSettings['node']['settings'];
}

/** Typed settings are applied to the block once they are valid. */
function OwnSettings({ settings, onChange }: Pick<FlowNodeSettings, 'onChange'> & Kept) {
  const kept = nodeRunSettings(settings);
  const [draft, setDraft] = useState(() => draftOf(kept));
  const problem = problemOf(draft);
  // Undo or another user may have changed the block.
  const shown = problem !== undefined || isSame(settingsOf(draft), kept) ? draft : draftOf(kept);
  const change = (next: SettingsDraft) => {
    setDraft(next);
    if (problemOf(next) === undefined) onChange(patchOf(settingsOf(next)));
  };
  return (
    <>
      <SettingsFields draft={shown} onChange={change} />
      {problem ? (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      ) : null}
    </>
  );
}
