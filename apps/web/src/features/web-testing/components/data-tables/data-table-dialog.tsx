import { Textarea } from '@mantine/core';
import type { DataTable } from '@touchstone/contracts/web-testing';
import { useState } from 'react';
import { FileDrop } from '../../../../ui/select/file-drop.tsx';
import { useDataTableMutations } from '../../api/data-tables.ts';
import { NamedDialog } from '../named-dialog.tsx';

interface Props {
  projectId: string;
  /** The table to edit; absent to create one. */
  table?: { uuid: string; tableName: string; csv: string };
  onSaved: (table: DataTable) => void;
  onClose: () => void;
}

const maxBytes = 5 * 1024 * 1024;

/** Derives a valid table name from a file name. */
const nameOfFile = (fileName: string): string =>
  fileName
    .replace(/\.[^.]*$/, '')
    .replace(/[^A-Za-z0-9_\- ]/g, ' ')
    .trim();

/** DataTableDialog creates a data table from CSV with a header, or edits one as CSV. */
export function DataTableDialog({ projectId, table, onSaved, onClose }: Props) {
  const { upload, update } = useDataTableMutations();
  const [csv, setCsv] = useState(table?.csv ?? '');
  const [isTooLarge, setTooLarge] = useState(false);
  const take = async (file: File | undefined, name: string, setName: (name: string) => void) => {
    if (!file) return;
    setTooLarge(file.size > maxBytes);
    if (file.size > maxBytes) return;
    setCsv(await file.text());
    if (name.trim() === '') setName(nameOfFile(file.name));
  };
  return (
    <NamedDialog
      noun="data table"
      saved={table && { name: table.tableName, description: '' }}
      descriptionLabel={null}
      disabled={csv.trim() === ''}
      onSubmit={async ({ name: tableName }) => {
        if (table && tableName !== table.tableName) await update.mutateAsync({ uuid: table.uuid, tableName });
        const target = table ? { uuid: table.uuid } : { tableName };
        const saved = await upload.mutateAsync({ projectUUID: projectId, text: csv, ...target });
        return () => onSaved(saved);
      }}
      onClose={onClose}
    >
      {(name, setName) => (
        <>
          <Textarea
            label="Rows as CSV"
            description="The first line names the columns"
            mt="md"
            className="mono"
            autosize
            minRows={6}
            maxRows={16}
            placeholder={'email,password\nalice@example.com,secret1'}
            value={csv}
            error={isTooLarge ? 'A file has at most 5 MB' : undefined}
            onChange={(event) => setCsv(event.currentTarget.value)}
          />
          <div style={{ marginTop: 12 }}>
            <FileDrop
              label="Or choose a CSV file"
              hint="At most 5 MB"
              isInvalid={isTooLarge}
              onFiles={([file]) => void take(file, name, setName)}
            />
          </div>
        </>
      )}
    </NamedDialog>
  );
}
