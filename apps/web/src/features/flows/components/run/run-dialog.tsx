import { Button, Group, Modal, NumberInput, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Configuration } from '@touchstone/contracts/flows';
import { useState } from 'react';
import { messageOf, toast, toastError } from '../../../../shared/toasts.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { KeyValueGrid } from '../../../../ui/table/key-value-grid.tsx';
import { environmentsQuery } from '../../../api-testing/index.ts';
import { useConfigurations } from '../../api/configurations.ts';
import { draftOf, emptyDraft, isChanged, type RunDraft } from '../../model/run-draft.ts';
import classes from './run-dialog.module.css';

interface Props {
  projectId: string;
  configurations: readonly Configuration[];
  chosen: Configuration | undefined;
  /** Remembers a saved configuration for the next run; undefined for none. */
  onChoose: (configurationId: string | undefined) => void;
  onRun: (draft: RunDraft) => void;
  onClose: () => void;
}

/** RunDialog selects the settings of a run: a run configuration, environment, variables and parallelism. */
export function RunDialog({ projectId, configurations, chosen, onChoose, onRun, onClose }: Props) {
  const [draft, setDraft] = useState<RunDraft>(chosen ? draftOf(chosen) : emptyDraft);
  const [isNaming, setNaming] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { save, remove } = useConfigurations(projectId);
  const saved = configurations.find(({ configurationId }) => configurationId === draft.configurationId);
  const change = (patch: Partial<RunDraft>) => {
    setRefusal(undefined);
    setDraft({ ...draft, ...patch });
  };
  const choose = (id: string | null) => {
    const next = configurations.find(({ configurationId }) => configurationId === id);
    setNaming(false);
    setDraft(next ? draftOf(next) : emptyDraft);
    onChoose(next?.configurationId);
  };
  const keep = async () => {
    try {
      const { configurationId, name } = await save.mutateAsync(draft);
      setDraft({ ...draft, configurationId, name });
      setNaming(false);
      onChoose(configurationId);
      toast('success', `Run configuration ${name} saved.`);
    } catch (error) {
      setRefusal(messageOf(error));
    }
  };
  const askDelete = ({ configurationId, name }: Configuration) =>
    confirmAction({
      title: `Delete ${name}?`,
      message: "Deletes the run configuration for everyone in the workspace. You can't undo this.",
      confirm: 'Delete configuration',
      onConfirm: async () => {
        await remove.mutateAsync(configurationId).catch(toastError);
        choose(null);
      },
    });
  const isNamed = isNaming || saved !== undefined;
  return (
    <Modal opened onClose={onClose} title={isNaming ? 'Create New Configuration' : 'Run configuration'} size="lg">
      <form
        className={`form ${classes.form}`}
        onSubmit={(event) => {
          event.preventDefault();
          onRun(draft);
        }}
      >
        {isNaming ? null : (
          <div className={classes.choice}>
            <Select
              label="Configuration"
              placeholder="None"
              clearable
              data={configurations.map(({ configurationId, name }) => ({ value: configurationId, label: name }))}
              value={saved?.configurationId ?? null}
              onChange={choose}
            />
            <Button variant="default" onClick={() => setNaming(true)}>
              New Configuration
            </Button>
          </div>
        )}
        {isNamed ? (
          <TextInput
            label="Configuration name"
            data-autofocus={isNaming || undefined}
            maxLength={255}
            value={draft.name}
            error={refusal}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        ) : null}
        <RunFields projectId={projectId} draft={draft} onChange={change} />
        <Group justify="space-between" gap="sm">
          {saved ? (
            <Button variant="subtle" color="red" onClick={() => askDelete(saved)}>
              Delete
            </Button>
          ) : (
            <span />
          )}
          <Group gap="sm">
            <Button variant="default" onClick={isNaming ? () => setNaming(false) : onClose}>
              Cancel
            </Button>
            {isNamed ? (
              <Button
                variant="default"
                loading={save.isPending}
                disabled={draft.name.trim() === '' || (saved !== undefined && !isNaming && !isChanged(draft, saved))}
                onClick={() => void keep()}
              >
                Save
              </Button>
            ) : null}
            <Button type="submit">Run</Button>
          </Group>
        </Group>
      </form>
    </Modal>
  );
}

/** Fields of a run: environment, values of variables, and how many blocks run at once. */
function RunFields({
  projectId,
  draft,
  onChange,
}: {
  projectId: string;
  draft: RunDraft;
  onChange: (patch: Partial<RunDraft>) => void;
}) {
  const environments = useQuery(environmentsQuery(projectId)).data ?? [];
  return (
    <>
      <Select
        label="Environment"
        placeholder="None"
        clearable
        searchable
        data={environments.map(({ environmentId, environmentName }) => ({
          value: environmentId,
          label: environmentName,
        }))}
        value={draft.environmentId}
        onChange={(environmentId) => onChange({ environmentId })}
      />
      <KeyValueGrid
        noun="variable"
        heading="Variables"
        withBulk={false}
        withDescription={false}
        rows={draft.variables}
        make={({ key, value, enabled }) => ({ key, value, enabled })}
        onChange={(variables) => onChange({ variables })}
      />
      <NumberInput
        label="Blocks at once"
        description="Empty: as the workflow says."
        min={1}
        max={100}
        allowDecimal={false}
        value={draft.parallel ?? ''}
        onChange={(value) => onChange({ parallel: typeof value === 'number' ? value : null })}
      />
    </>
  );
}
