import { Textarea, TextInput } from '@mantine/core';
import type { DataTable } from '@touchstone/contracts/web-testing';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { FileDrop } from '../../../../ui/select/file-drop.tsx';
import { useDataTableMutations } from '../../api/data-tables.ts';

interface Props {
  projectId: string;
  /** What is changed; absent for a new one. */
  table?: { uuid: string; tableName: string; csv: string };
  onSaved: (table: DataTable) => void;
  onClose: () => void;
}

const mostBytes = 5 * 1024 * 1024;

/** DataTableDialog makes a data table of CSV with a header, or changes one as CSV. */
export function DataTableDialog({ projectId, table, onSaved, onClose }: Props) {
  const { upload, update } = useDataTableMutations();
  const [name, setName] = useState(table?.tableName ?? '');
  const [csv, setCsv] = useState(table?.csv ?? '');
  const [problem, setProblem] = useState('');
  const take = async ([file]: File[]) => {
    if (!file) return;
    if (file.size > mostBytes) return setProblem('A file has at most 5 MB.');
    setProblem('');
    setCsv(await file.text());
    if (name.trim() === '')
      setName(
        file.name
          .replace(/\.[^.]*$/, '')
          .replace(/[^A-Za-z0-9_\- ]/g, ' ')
          .trim(),
      );
  };
  const submit = async () => {
    if (table && name !== table.tableName) await update.mutateAsync({ uuid: table.uuid, tableName: name });
    const saved = await upload.mutateAsync({
      projectUUID: projectId,
      text: csv,
      ...(table ? { uuid: table.uuid } : { tableName: name }),
    });
    // Closing writes into the address, and so may what follows.
    onClose();
    onSaved(saved);
    return false;
  };
  return (
    <FormDialog
      title={table ? `Edit data table ${table.tableName}` : 'Create data table'}
      confirm={table ? 'Save data table' : 'Create data table'}
      disabled={name.trim() === '' || csv.trim() === ''}
      onSubmit={submit}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <TextInput
        label="Table name"
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
        label="Rows as CSV"
        description="The first line names the columns"
        mt="md"
        className="mono"
        autosize
        minRows={6}
        maxRows={16}
        placeholder={'email,password\nalice@example.com,secret1'}
        value={csv}
        onChange={(event) => setCsv(event.currentTarget.value)}
      />
      <div style={{ marginTop: 12 }}>
        <FileDrop label="Or choose a CSV file" hint="At most 5 MB" onFiles={(files) => void take(files)} />
      </div>
    </FormDialog>
  );
}
