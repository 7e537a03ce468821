import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ConnectionTest, DatabaseConfiguration } from '@touchstone/contracts/workspaces';
import { Database } from 'lucide-react';
import { useState } from 'react';
import { toastError } from '../../../../shared/toasts.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Problem } from '../../../../ui/page.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { RowMenu } from '../../../../ui/table/row-menu.tsx';
import { useDatabaseMutations } from '../../api/prerequisites.mutations.ts';
import { databasesQuery } from '../../api/prerequisites.queries.ts';
import { ConnectionOutcome } from './connection-outcome.tsx';
import classes from './prerequisite.module.css';
import { databaseLabels } from './prerequisite-kinds.ts';

interface Props {
  projectId: string;
  canWrite: boolean;
  /** Purpose of the databases, in one sentence. */
  purpose: string;
  onCreate: () => void;
  onEdit: (saved: DatabaseConfiguration) => void;
}

/** DatabasesTab lists the database configurations and tests their connections. */
export function DatabasesTab({ projectId, canWrite, purpose, onCreate, onEdit }: Props) {
  const databases = useQuery(databasesQuery(projectId));
  const [outcome, setOutcome] = useState<{ name: string; test: ConnectionTest } | null>(null);
  const { remove, test } = useDatabaseMutations();

  const runTest = async ({ databaseConfigurationId, name }: DatabaseConfiguration) => {
    setOutcome(null);
    try {
      setOutcome({ name, test: await test.mutateAsync({ databaseConfigurationId }) });
    } catch (error) {
      toastError(error);
    }
  };
  const askDelete = ({ databaseConfigurationId, name }: DatabaseConfiguration) =>
    confirmAction({
      title: `Delete database ${name}?`,
      message: "The saved address and password will be deleted. You can't undo this.",
      confirm: 'Delete database',
      onConfirm: () => remove.mutateAsync(databaseConfigurationId),
    });
  if (databases.isError && !databases.data)
    return <Problem error={databases.error} onRetry={() => void databases.refetch()} />;
  const columns = databaseColumns(
    canWrite ? { onEdit, onTest: (saved) => void runTest(saved), onDelete: askDelete } : undefined,
  );
  return (
    <>
      {test.isPending || outcome ? (
        <div style={{ padding: '12px 16px' }} aria-live="polite">
          {outcome ? (
            <ConnectionOutcome outcome={{ ...outcome.test, message: `${outcome.name}: ${outcome.test.message}` }} />
          ) : (
            <span className="dim">Connecting…</span>
          )}
        </div>
      ) : null}
      <DataTable
        label="Databases"
        minWidth={760}
        columns={columns}
        rows={databases.data}
        rowKey={(saved) => saved.databaseConfigurationId}
        rowLabel={(saved) => saved.name}
        {...(canWrite ? { onOpen: onEdit } : {})}
        empty={
          <EmptyState
            icon={<Database size={20} />}
            title="No databases yet"
            action={canWrite ? <Button onClick={onCreate}>Add database</Button> : null}
          >
            {purpose}
          </EmptyState>
        }
      />
    </>
  );
}

interface Actions {
  onEdit: (saved: DatabaseConfiguration) => void;
  onTest: (saved: DatabaseConfiguration) => void;
  onDelete: (saved: DatabaseConfiguration) => void;
}

function databaseColumns(actions?: Actions): Column<DatabaseConfiguration>[] {
  const columns: Column<DatabaseConfiguration>[] = [
    {
      key: 'name',
      header: 'Name',
      cell: (saved) =>
        actions ? (
          <button type="button" className={`link ${classes.name}`} onClick={() => actions.onEdit(saved)}>
            {saved.name}
          </button>
        ) : (
          <span className={classes.name}>{saved.name}</span>
        ),
    },
    { key: 'kind', header: 'Kind', width: 150, cell: ({ kind }) => databaseLabels[kind] },
    {
      key: 'address',
      header: 'Address',
      cell: ({ host, port, databaseName }) => <span className="mono">{`${host}:${port}/${databaseName}`}</span>,
    },
    {
      key: 'user',
      header: 'User',
      width: 120,
      cell: ({ username }) => username || <span className={classes.soft}>none</span>,
    },
    {
      key: 'updated',
      header: 'Changed',
      align: 'right',
      width: 120,
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
  ];
  if (actions)
    columns.push({
      key: 'actions',
      header: '',
      align: 'right',
      width: 48,
      cell: (saved) => (
        <RowMenu
          name={saved.name}
          entries={[
            { label: 'Test connection', run: () => actions.onTest(saved) },
            { label: 'Edit', run: () => actions.onEdit(saved) },
            { label: 'Delete database…', run: () => actions.onDelete(saved) },
          ]}
        />
      ),
    });
  return columns;
}
