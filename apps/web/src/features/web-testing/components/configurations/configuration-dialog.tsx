import { TextInput } from '@mantine/core';
import type { RunConfiguration } from '@touchstone/contracts/web-testing';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { useRunConfigurationMutations } from '../../api/run-configurations.ts';
import { problemOf, type SettingsDraft, settingsOf } from '../../model/run-settings.ts';
import { EnvironmentField, NoBrowser } from '../results/browser-fields.tsx';
import classes from './configurations.module.css';
import { SettingsFields } from './settings-fields.tsx';

interface Props {
  projectId: string;
  /** The configuration to edit; absent to create one. */
  saved?: Pick<RunConfiguration, 'uuid' | 'name'> | undefined;
  /** Initial values of the form. */
  given: { name: string; environmentUUID: string | null; settings: SettingsDraft };
  onSaved?: (configuration: RunConfiguration) => void;
  onClose: () => void;
}

/** ConfigurationDialog creates or edits a run configuration. Server-side errors are shown below the form. */
export function ConfigurationDialog({ projectId, saved, given, onSaved, onClose }: Props) {
  const { create, update } = useRunConfigurationMutations();
  const [name, setName] = useState(given.name);
  const [environmentUUID, setEnvironment] = useState(given.environmentUUID);
  const [settings, setSettings] = useState(given.settings);
  const [refusal, setRefusal] = useState('');
  const problem = problemOf(settings) ?? refusal;
  const submit = async () => {
    const body = { name, environmentUUID, ...settingsOf(settings) };
    const configuration = await (saved
      ? update.mutateAsync({ uuid: saved.uuid, ...body })
      : create.mutateAsync({ projectUUID: projectId, ...body }));
    onSaved?.(configuration);
  };
  return (
    <FormDialog
      title={saved ? `Edit run configuration ${saved.name}` : 'Create run configuration'}
      confirm={`${saved ? 'Save' : 'Create'} run configuration`}
      disabled={name.trim() === '' || problemOf(settings) !== undefined}
      onSubmit={submit}
      onError={(error) => setRefusal(messageOf(error))}
      onClose={onClose}
    >
      <div className={classes.form}>
        <TextInput
          label="Name"
          data-autofocus
          maxLength={255}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setRefusal('');
          }}
        />
        <EnvironmentField projectId={projectId} value={environmentUUID} onChange={setEnvironment} />
        <SettingsFields
          draft={settings}
          onChange={(draft) => {
            setSettings(draft);
            setRefusal('');
          }}
        />
        <NoBrowser />
        {problem ? (
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
        ) : null}
      </div>
    </FormDialog>
  );
}
