import { Select, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RepositoryScript } from '@touchstone/contracts/web-testing';
import { useState } from 'react';
import { dataTablesQuery } from '../../api/data-tables.ts';
import { tagsQuery, useScriptMutations } from '../../api/scripts.ts';
import { NamedDialog } from '../named-dialog.tsx';

interface Props {
  projectId: string;
  moduleUUID: string;
  /** The script to edit; absent to create one. */
  script?: RepositoryScript;
  onCreated?: (script: RepositoryScript) => void;
  onClose: () => void;
}

/** ScriptDialog creates a script, or edits its name, objective, tags and data table. */
export function ScriptDialog({ projectId, moduleUUID, script, onCreated, onClose }: Props) {
  const { create, update } = useScriptMutations();
  const [tags, setTags] = useState<string[]>(script?.tagName ?? []);
  const [table, setTable] = useState<string | null>(script?.dataTableUUID ?? null);
  const tables = useQuery({ ...dataTablesQuery(projectId), enabled: script !== undefined }).data ?? [];
  const known = useQuery(tagsQuery(projectId)).data ?? [];
  return (
    <NamedDialog
      noun="script"
      saved={script && { name: script.testScriptName, description: script.objective }}
      descriptionLabel="Objective"
      descriptionHelp="What the script proves"
      onSubmit={async ({ name, description }) => {
        const given = { testScriptName: name, objective: description, tagName: tags };
        if (script) {
          await update.mutateAsync({ moduleUUID, uuid: script.uuid, dataTableUUID: table, ...given });
          return undefined;
        }
        const made = await create.mutateAsync({ moduleUUID, ...given });
        return () => onCreated?.(made);
      }}
      onClose={onClose}
    >
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
    </NamedDialog>
  );
}
