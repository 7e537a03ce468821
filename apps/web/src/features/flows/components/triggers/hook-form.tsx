import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { NewFlowHook } from '@touchstone/contracts/flows';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { configurationsQuery } from '../../api/configurations.ts';
import { useHooks } from '../../api/hooks.ts';
import classes from './triggers.module.css';

interface Props {
  projectId: string;
  flowId: string;
  onCreated: (hook: NewFlowHook) => void;
  onCancel: () => void;
}

/** HookForm creates a webhook: its name, and the settings of its runs. */
export function HookForm({ projectId, flowId, onCreated, onCancel }: Props) {
  const [name, setName] = useState('');
  const [configurationId, setConfigurationId] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const configurations = useQuery(configurationsQuery(projectId)).data ?? [];
  const { create } = useHooks(flowId);
  const submit = async () => {
    try {
      onCreated(await create.mutateAsync({ name: name.trim(), configurationId }));
    } catch (error) {
      setRefusal(messageOf(error));
    }
  };
  return (
    <form
      className={`form ${classes.form}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!create.isPending) void submit();
      }}
    >
      <TextInput
        label="Webhook name"
        placeholder="Deployment pipeline"
        maxLength={100}
        autoFocus
        value={name}
        error={refusal}
        onChange={(event) => {
          setRefusal(undefined);
          setName(event.currentTarget.value);
        }}
      />
      <Select
        label="Run configuration"
        placeholder="None"
        clearable
        data={configurations.map(({ configurationId: value, name: label }) => ({ value, label }))}
        value={configurationId}
        onChange={setConfigurationId}
      />
      <div className={classes.formButtons}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending}>
          Create webhook
        </Button>
      </div>
    </form>
  );
}
