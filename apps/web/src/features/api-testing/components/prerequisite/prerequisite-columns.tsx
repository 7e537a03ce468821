import { ActionIcon, Switch } from '@mantine/core';
import type { Prerequisite } from '@touchstone/contracts/api-testing';
import type { DatabaseConfiguration, Environment } from '@touchstone/contracts/workspaces';
import { ArrowDown, ArrowUp, Lock } from 'lucide-react';
import type { Column } from '../../../../ui/table/data-table.tsx';
import { RowMenu } from '../../../../ui/table/row-menu.tsx';
import classes from './prerequisite.module.css';
import { kindLabels } from './prerequisite-kinds.ts';

interface Actions {
  onEdit: (prerequisite: Prerequisite) => void;
  onRun: (prerequisite: Prerequisite) => void;
  onDelete: (prerequisite: Prerequisite) => void;
  onToggle: (prerequisite: Prerequisite, enabled: boolean) => void;
  onMove: (prerequisite: Prerequisite, by: 1 | -1) => void;
}

interface Context {
  environments: Environment[];
  databases: DatabaseConfiguration[];
  /** Number of prerequisites in the list. */
  count: number;
  /** Absent if read-only. */
  actions?: Actions;
}

/** prerequisiteColumns columns of the prerequisite list, which is in execution order. */
export function prerequisiteColumns({ environments, databases, count, actions }: Context): Column<Prerequisite>[] {
  const databaseName = (id: string) => databases.find((item) => item.databaseConfigurationId === id)?.name ?? '';
  const columns: Column<Prerequisite>[] = [
    {
      key: 'order',
      header: '#',
      width: 36,
      cell: ({ order }) => <span className={`num ${classes.soft}`}>{order + 1}</span>,
    },
    {
      key: 'name',
      header: 'Name',
      cell: (prerequisite) => (
        <span className="row">
          {actions ? (
            <button type="button" className={`link ${classes.name}`} onClick={() => actions.onEdit(prerequisite)}>
              {prerequisite.name}
            </button>
          ) : (
            <span className={classes.name}>{prerequisite.name}</span>
          )}
          {prerequisite.isSecret ? <Lock size={13} role="img" aria-label="Secret values" /> : null}
        </span>
      ),
    },
    {
      key: 'from',
      header: 'Values from',
      width: 160,
      cell: ({ action }) => (
        <span>
          {kindLabels[action.kind]}
          {action.kind === 'database' ? (
            <span className={classes.soft}> · {databaseName(action.databaseConfigurationId)}</span>
          ) : null}
        </span>
      ),
    },
    {
      key: 'kept',
      header: 'Kept in',
      width: 110,
      cell: ({ targetEnvironmentId }) =>
        environments.find((item) => item.environmentId === targetEnvironmentId)?.environmentName ?? (
          <span className={classes.soft}>The run</span>
        ),
    },
    {
      key: 'enabled',
      header: 'Enabled',
      width: 72,
      cell: (prerequisite) => (
        <Switch
          aria-label={`Run ${prerequisite.name}`}
          checked={prerequisite.enabled}
          disabled={!actions}
          onChange={(event) => actions?.onToggle(prerequisite, event.currentTarget.checked)}
        />
      ),
    },
  ];
  if (actions) columns.push(actionsColumn(actions, count));
  return columns;
}

const actionsColumn = (actions: Actions, count: number): Column<Prerequisite> => ({
  key: 'actions',
  header: '',
  align: 'right',
  width: 96,
  cell: (prerequisite) => (
    <span className="row" style={{ justifyContent: 'flex-end', gap: 2 }}>
      <ActionIcon
        size={24}
        aria-label={`Move ${prerequisite.name} up`}
        disabled={prerequisite.order === 0}
        onClick={() => actions.onMove(prerequisite, -1)}
      >
        <ArrowUp size={14} />
      </ActionIcon>
      <ActionIcon
        size={24}
        aria-label={`Move ${prerequisite.name} down`}
        disabled={prerequisite.order === count - 1}
        onClick={() => actions.onMove(prerequisite, 1)}
      >
        <ArrowDown size={14} />
      </ActionIcon>
      <RowMenu
        name={prerequisite.name}
        entries={[
          { label: 'Run only this', run: () => actions.onRun(prerequisite) },
          { label: 'Edit', run: () => actions.onEdit(prerequisite) },
          { label: 'Delete prerequisite…', run: () => actions.onDelete(prerequisite) },
        ]}
      />
    </span>
  ),
});
