import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MockState } from '@touchstone/contracts/service-virtualization';
import { Table2 } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { messageOf } from '../../../../shared/toasts.ts';
import { CodeField } from '../../../../ui/code-editor/code-field.tsx';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { EmptyState, Problem } from '../../../../ui/page.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { RowMenu } from '../../../../ui/table/row-menu.tsx';
import { TableFoot } from '../../../../ui/table/table-foot.tsx';
import { recordsQuery, useStateMutations } from '../../api/state.ts';
import { isObject, type Json, pretty } from '../../model/stub/json.ts';
import classes from './state.module.css';

type Resource = MockState['resources'][number];

const size = 25;

interface Props {
  projectId: string;
  resources: readonly Resource[];
  canWrite: boolean;
}

/** RecordList shows the records stored by a mock's resources. */
export function RecordList({ projectId, resources, canWrite }: Props) {
  const [chosen, setChosen] = useState('');
  const resource = resources.find(({ name }) => name === chosen) ?? resources[0];
  if (!resource)
    return (
      <EmptyState icon={<Table2 size={20} />} title="No records yet">
        An asset made of records lets callers list, create, change and delete them.
      </EmptyState>
    );
  return (
    <>
      <div className={classes.above}>
        <Select
          aria-label="Resource"
          allowDeselect={false}
          w={280}
          data={resources.map(({ name, path, count }) => ({
            value: name,
            label: `${name} · ${path} · ${formatCount(count)}`,
          }))}
          value={resource.name}
          onChange={(name) => name && setChosen(name)}
        />
      </div>
      <Records key={resource.name} projectId={projectId} resource={resource} canWrite={canWrite} />
    </>
  );
}

function Records({ projectId, resource, canWrite }: Omit<Props, 'resources'> & { resource: Resource }) {
  const { name, idKey } = resource;
  const [page, setPage] = useState(0);
  const [dialog, setDialog] = useState<{ record?: Json } | null>(null);
  const records = useQuery(recordsQuery(projectId, { resource: name, page, size }));
  const { removeRecord } = useStateMutations(projectId);
  const idOf = (record: Json) => String(record[idKey] ?? '');
  const askDelete = (record: Json) =>
    confirmAction({
      title: `Delete record ${idOf(record)}?`,
      message: "You can't undo this.",
      confirm: 'Delete record',
      onConfirm: () => removeRecord.mutateAsync({ resource: name, recordId: idOf(record) }),
    });
  const button = canWrite ? (
    <Button variant="default" onClick={() => setDialog({})}>
      Create record
    </Button>
  ) : null;
  if (records.error && !records.data) return <Problem error={records.error} onRetry={() => void records.refetch()} />;
  const columns: Column<Json>[] = [
    { key: 'name', header: idKey, width: 220, cell: (record) => <span className="mono">{idOf(record)}</span> },
    { key: 'record', header: 'Record', cell: (record) => <code className="mono">{JSON.stringify(record)}</code> },
  ];
  if (canWrite)
    columns.push({
      key: 'actions',
      header: '',
      width: 48,
      align: 'right',
      cell: (record) => (
        <RowMenu
          name={`record ${idOf(record)}`}
          entries={[
            { label: 'Edit record', run: () => setDialog({ record }) },
            { label: 'Delete record…', run: () => askDelete(record) },
          ]}
        />
      ),
    });
  return (
    <>
      <DataTable
        label="Records"
        columns={columns}
        rows={records.data?.content}
        rowKey={idOf}
        rowLabel={idOf}
        minWidth={640}
        {...(canWrite ? { onOpen: (record: Json) => setDialog({ record }) } : {})}
        empty={
          <EmptyState icon={<Table2 size={20} />} title={`No records of ${name}`} action={button}>
            Callers create records with POST.
          </EmptyState>
        }
      />
      <TableFoot noun="records" page={page} size={size} total={records.data?.totalElements ?? 0} onPage={setPage} />
      {records.data?.content.length ? <div className={classes.below}>{button}</div> : null}
      {dialog ? (
        <RecordDialog
          projectId={projectId}
          resource={resource}
          record={dialog.record}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  );
}

interface DialogProps {
  projectId: string;
  resource: Resource;
  /** The record to edit; absent to create one. */
  record: Json | undefined;
  onClose: () => void;
}

function RecordDialog({ projectId, resource: { name, idKey }, record, onClose }: DialogProps) {
  const { putRecord } = useStateMutations(projectId);
  const [text, setText] = useState(record ? pretty(record) : '{}');
  const [problem, setProblem] = useState<string>();
  const submit = () => {
    try {
      const read: unknown = JSON.parse(text);
      if (isObject(read)) return putRecord.mutateAsync({ resource: name, record: read });
      setProblem('Write a JSON object.');
    } catch {
      setProblem('This is not JSON.');
    }
    return false;
  };
  return (
    <FormDialog
      title={record ? `Edit record ${String(record[idKey] ?? '')}` : `Create record of ${name}`}
      confirm={record ? 'Save record' : 'Create record'}
      onSubmit={submit}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <CodeField
        label="Record"
        language="json"
        {...(record ? {} : { description: `Without ${idKey} it gets one.` })}
        value={text}
        error={problem}
        onChange={(next) => {
          setText(next);
          setProblem(undefined);
        }}
      />
    </FormDialog>
  );
}
