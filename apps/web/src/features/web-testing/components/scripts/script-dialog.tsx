import { Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RepositoryScript } from '@touchstone/contracts/web-testing';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { dataTablesQuery } from '../../api/data-tables.ts';
import { tagsQuery, useScriptMutations } from '../../api/scripts.ts';

interface Props {
  projectId: string;
  moduleUUID: string;
  /** What is changed; absent for a new one. */
  script?: RepositoryScript;
  onCreated?: (script: RepositoryScript) => void;
  onClose: () => void;
}

/** ScriptDialog creates a script, or changes its name, objective and tags. What the server refuses is said at the name. */
export function ScriptDialog({ projectId, moduleUUID, script, onCreated, onClose }: Props) {
  const { create, update } = useScriptMutations();
  const [name, setName] = useState(script?.testScriptName ?? '');
  const [objective, setObjective] = useState(script?.objective ?? '');
  const [tags, setTags] = useState<string[]>(script?.tagName ?? []);
  const [table, setTable] = useState<string | null>(script?.dataTableUUID ?? null);
  const [problem, setProblem] = useState('');
  const tables = useQuery({ ...dataTablesQuery(projectId), enabled: script !== undefined }).data ?? [];
  const known = useQuery(tagsQuery(projectId)).data ?? [];
  const submit = async () => {
    const given = { testScriptName: name, objective, tagName: tags };
    if (script) {
      await update.mutateAsync({ moduleUUID, uuid: script.uuid, dataTableUUID: table, ...given });
      return true;
    }
    const made = await create.mutateAsync({ moduleUUID, ...given });
    // Closing writes into the address of the page that is left.
    onClose();
    onCreated?.(made);
    return false;
  };
  return (
    <FormDialog
      title={script ? `Edit script ${script.testScriptName}` : 'Create script'}
      confirm={script ? 'Save script' : 'Create script'}
      disabled={name.trim() === ''}
      onSubmit={submit}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <TextInput
        label="Script name"
        data-autofocus
        maxLength={255}
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem('');
        }}
      />
      <Textarea
        label="Objective"
        description="What the script proves"
        mt="md"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        value={objective}
        onChange={(event) => setObjective(event.currentTarget.value)}
      />
      <TagsInput label="Tags" mt="md" data={known} value={tags} maxTags={20} onChange={setTags} />
      {tables.length > 0 ? (
        <Select
          label="Data table"
          description="The script is run once for each row"
          placeholder="None"
          mt="md"
          clearable
          searchable
          data={tables.map(({ uuid, tableName }) => ({ value: uuid, label: tableName }))}
          value={table}
          onChange={setTable}
        />
      ) : null}
    </FormDialog>
  );
}
