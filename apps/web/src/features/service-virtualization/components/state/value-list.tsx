import { Button, TextInput } from '@mantine/core';
import type { MockState } from '@touchstone/contracts/service-virtualization';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { messageOf, toastError } from '../../../../shared/toasts.ts';
import { CodeField } from '../../../../ui/code-editor/code-field.tsx';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { EmptyState } from '../../../../ui/page.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { RowMenu } from '../../../../ui/table/row-menu.tsx';
import { useStateMutations } from '../../api/state.ts';
import { pretty } from '../../model/stub/json.ts';
import classes from './state.module.css';

type Value = MockState['values'][number];

interface Props {
  projectId: string;
  values: readonly Value[];
  valueCount: number;
  canWrite: boolean;
}

/** ValueList shows the key-value state of a mock. */
export function ValueList({ projectId, values, valueCount, canWrite }: Props) {
  const { setValue } = useStateMutations(projectId);
  const [dialog, setDialog] = useState<{ value?: Value } | null>(null);
  const button = canWrite ? (
    <Button variant="default" onClick={() => setDialog({})}>
      Set value
    </Button>
  ) : null;
  const remove = ({ scope, key }: Value) => setValue.mutate({ scope, key, value: null }, { onError: toastError });
  return (
    <>
      <DataTable
        label="Values"
        columns={columnsOf(canWrite ? { onEdit: (value) => setDialog({ value }), onRemove: remove } : undefined)}
        rows={[...values]}
        rowKey={({ scope, key }) => `${scope} ${key}`}
        rowLabel={({ key }) => key}
        minWidth={640}
        {...(canWrite ? { onOpen: (value: Value) => setDialog({ value }) } : {})}
        empty={
          <EmptyState icon={<KeyRound size={20} />} title="No values yet" action={button}>
            Assets write values with “setState” and read them in templates and matchers.
          </EmptyState>
        }
      />
      {values.length > 0 ? (
        <div className={classes.below}>
          {valueCount > values.length ? (
            <span className="dim">{`${formatCount(valueCount - values.length)} more values`}</span>
          ) : null}
          {button}
        </div>
      ) : null}
      {dialog ? <ValueDialog projectId={projectId} value={dialog.value} onClose={() => setDialog(null)} /> : null}
    </>
  );
}

interface Actions {
  onEdit: (value: Value) => void;
  onRemove: (value: Value) => void;
}

function columnsOf(actions: Actions | undefined): Column<Value>[] {
  const columns: Column<Value>[] = [
    { key: 'name', header: 'Key', width: '25%', cell: ({ key }) => <span className="mono">{key}</span> },
    {
      key: 'scope',
      header: 'Caller',
      width: '25%',
      cell: ({ scope }) => (scope ? <span className="mono">{scope}</span> : <span className="dim">All callers</span>),
    },
    { key: 'value', header: 'Value', cell: ({ value }) => <code className="mono">{JSON.stringify(value)}</code> },
  ];
  if (actions)
    columns.push({
      key: 'actions',
      header: '',
      width: 48,
      align: 'right',
      cell: (value) => (
        <RowMenu
          name={value.key}
          entries={[
            { label: 'Change value', run: () => actions.onEdit(value) },
            { label: 'Remove value', run: () => actions.onRemove(value) },
          ]}
        />
      ),
    });
  return columns;
}

function ValueDialog({
  projectId,
  value,
  onClose,
}: {
  projectId: string;
  value: Value | undefined;
  onClose: () => void;
}) {
  const { setValue } = useStateMutations(projectId);
  const [key, setKey] = useState(value?.key ?? '');
  const [scope, setScope] = useState(value?.scope ?? '');
  const [text, setText] = useState(value ? pretty(value.value) : '""');
  const [problem, setProblem] = useState<{ field: 'key' | 'value'; message: string } | null>(null);
  const submit = () => {
    if (key.trim() === '') {
      setProblem({ field: 'key', message: 'Enter a key.' });
      return false;
    }
    let read: unknown;
    try {
      read = JSON.parse(text);
    } catch {
      setProblem({ field: 'value', message: 'Write JSON, such as "text", 42 or {"a": 1}.' });
      return false;
    }
    return setValue.mutateAsync({ scope: scope.trim(), key: key.trim(), value: read as never });
  };
  return (
    <FormDialog
      title={value ? `Change ${value.key}` : 'Set value'}
      confirm="Set value"
      onSubmit={submit}
      onError={(error) => setProblem({ field: 'value', message: messageOf(error) })}
      onClose={onClose}
    >
      <TextInput
        label="Key"
        data-autofocus={!value}
        readOnly={value !== undefined}
        maxLength={255}
        value={key}
        error={problem?.field === 'key' ? problem.message : undefined}
        onChange={(event) => {
          setKey(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <TextInput
        label="Caller (optional)"
        description="Leave empty for all callers."
        inputWrapperOrder={['label', 'input', 'description']}
        mt="md"
        mb="md"
        readOnly={value !== undefined}
        value={scope}
        onChange={(event) => setScope(event.currentTarget.value)}
      />
      <CodeField
        label="Value (JSON)"
        language="json"
        value={text}
        error={problem?.field === 'value' ? problem.message : undefined}
        onChange={(next) => {
          setText(next);
          setProblem(null);
        }}
      />
    </FormDialog>
  );
}
