import { Select, TextInput } from '@mantine/core';
import {
  type ManagementTool,
  type ManagementToolSettings,
  managementToolTitles,
} from '@touchstone/contracts/web-testing';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { useManagementToolMutations } from '../../api/management-tools.ts';
import classes from '../configurations/configurations.module.css';

type Tool = ManagementToolSettings['tool'];

const addressFields: Record<Tool, { label: string; placeholder: string; description?: string }> = {
  JIRA: { label: 'Address of Jira', placeholder: 'https://acme.atlassian.net' },
  AZURE: { label: 'Address of the project', placeholder: 'https://dev.azure.com/acme/shop' },
  GITHUB: { label: 'Address of the repository', placeholder: 'https://github.com/acme/shop' },
  OTHER: {
    label: 'Address of the form',
    placeholder: 'https://tracker.example/new?title={title}&text={text}',
    description: 'Write {title} and {text} where they belong.',
  },
};

const empty = {
  name: '',
  tool: 'JIRA' as Tool,
  address: '',
  jiraProjectId: '',
  jiraIssueTypeId: '',
  workItemType: 'Bug',
};
type Draft = typeof empty;

function settingsOf({ tool, address, jiraProjectId, jiraIssueTypeId, workItemType }: Draft): ManagementToolSettings {
  switch (tool) {
    case 'JIRA':
      return { tool, address, jiraProjectId, jiraIssueTypeId };
    case 'AZURE':
      return { tool, address, workItemType };
    default:
      return { tool, address };
  }
}

interface Props {
  projectId: string;
  /** The tool to edit; absent to add one. */
  saved?: ManagementTool | undefined;
  onClose: () => void;
}

/** ToolDialog adds or edits a management tool. Server-side errors are shown below the form. */
export function ToolDialog({ projectId, saved, onClose }: Props) {
  const { create, update } = useManagementToolMutations();
  const [draft, setDraft] = useState<Draft>({ ...empty, ...(saved && { name: saved.name, ...saved.settings }) });
  const [refusal, setRefusal] = useState('');
  const set = (patch: Partial<Draft>) => {
    setDraft({ ...draft, ...patch });
    setRefusal('');
  };
  const field = (name: Exclude<keyof Draft, 'tool'>) => ({
    value: draft[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => set({ [name]: event.currentTarget.value }),
  });
  const settings = settingsOf(draft);
  const isComplete = [draft.name, ...Object.values(settings)].every((text) => text.trim() !== '');
  const submit = () =>
    saved
      ? update.mutateAsync({ uuid: saved.uuid, name: draft.name, settings })
      : create.mutateAsync({ projectUUID: projectId, name: draft.name, settings });
  return (
    <FormDialog
      title={saved ? `Edit management tool ${saved.name}` : 'Add management tool'}
      confirm={`${saved ? 'Save' : 'Add'} management tool`}
      disabled={!isComplete}
      onSubmit={submit}
      onError={(error) => setRefusal(messageOf(error))}
      onClose={onClose}
    >
      <div className={classes.form}>
        <TextInput label="Name" data-autofocus maxLength={255} {...field('name')} />
        <Select
          label="Tool"
          allowDeselect={false}
          data={Object.entries(managementToolTitles).map(([value, label]) => ({ value, label }))}
          value={draft.tool}
          onChange={(tool) => tool && set({ tool: tool as Tool })}
        />
        <TextInput {...addressFields[draft.tool]} maxLength={500} inputMode="url" {...field('address')} />
        {draft.tool === 'JIRA' ? (
          <>
            <TextInput
              label="Project id"
              description="A number such as 10000, not the key of the project."
              maxLength={20}
              inputMode="numeric"
              {...field('jiraProjectId')}
            />
            <TextInput
              label="Issue type id"
              description="A number such as 10004. Administrators of Jira see it in the address of the issue type."
              maxLength={20}
              inputMode="numeric"
              {...field('jiraIssueTypeId')}
            />
          </>
        ) : null}
        {draft.tool === 'AZURE' ? (
          <TextInput label="Type of work items" maxLength={128} {...field('workItemType')} />
        ) : null}
        {refusal ? (
          <p role="alert" className={classes.problem}>
            {refusal}
          </p>
        ) : null}
      </div>
    </FormDialog>
  );
}
