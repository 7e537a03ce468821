import { Button } from '@mantine/core';
import type { DeletedItem } from '@touchstone/contracts/api-testing';
import type { DeletedProject, DeletedVariableItem } from '@touchstone/contracts/recently-deleted';
import { formatCount, formatDay } from '../../../../shared/format.ts';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import type { Column } from '../../../../ui/table/data-table.tsx';

interface Actions<Item> {
  onRestore: (item: Item) => void;
  onDelete: (item: Item) => void;
}

type Kept = Pick<DeletedItem, 'name' | 'deletedAt' | 'deletedByName' | 'expiresAt'>;

const kinds: Record<DeletedItem['kind'], string> = { script: 'Script', suite: 'Suite', folder: 'Folder' };

/** trashColumns are the columns of deleted things; without actions for those who may not change anything. */
export const trashColumns = (actions: Actions<DeletedItem> | undefined): Column<DeletedItem>[] => [
  nameColumn,
  { key: 'kind', header: 'Type', width: 90, cell: ({ kind }) => kinds[kind] },
  {
    key: 'suite',
    header: 'Suite',
    width: 200,
    cell: ({ kind, suiteName }) => <span className="ellipsis">{kind === 'suite' ? '–' : suiteName}</span>,
  },
  { key: 'scripts', header: 'Scripts', width: 80, align: 'right', cell: ({ scriptCount }) => formatCount(scriptCount) },
  ...keptColumns(actions),
];

/** deletedVariableColumns are those of deleted environments and variables. */
export const deletedVariableColumns = (
  actions: Actions<DeletedVariableItem> | undefined,
): Column<DeletedVariableItem>[] => [
  nameColumn,
  {
    key: 'kind',
    header: 'Type',
    width: 200,
    cell: (item) => <span className="ellipsis">{kindOf(item)}</span>,
  },
  ...keptColumns(actions),
];

/** deletedProjectColumns are those of deleted projects. */
export const deletedProjectColumns = (actions: Actions<DeletedProject>): Column<DeletedProject>[] => {
  const named = (project: DeletedProject) => ({ ...project, name: project.projectName });
  const columns = keptColumns<DeletedProject & { name: string }>(actions);
  return [nameColumn, ...columns].map(({ cell, ...column }) => ({
    ...column,
    cell: (project) => cell(named(project)),
  }));
};

function kindOf({ kind, scope, environmentName, variableCount }: DeletedVariableItem): string {
  if (kind === 'environment')
    return `Environment, ${variableCount === 1 ? '1 variable' : `${formatCount(variableCount)} variables`}`;
  if (scope === 'global') return 'Global variable';
  return scope === 'suite' ? 'Suite variable' : `Variable of ${environmentName ?? 'a deleted environment'}`;
}

const nameColumn: Column<Kept> = {
  key: 'name',
  header: 'Name',
  cell: ({ name }) => <span className="ellipsis">{name}</span>,
};

/** Who deleted it, until when it is kept, and what can be done with it. */
function keptColumns<Item extends Kept>(actions: Actions<Item> | undefined): Column<Item>[] {
  return [
    {
      key: 'deleted',
      header: 'Deleted',
      width: 220,
      cell: ({ deletedAt, deletedByName }) => (
        <span className="ellipsis">
          <RelativeTime at={deletedAt} /> <span className="dim">by {deletedByName}</span>
        </span>
      ),
    },
    { key: 'expires', header: 'Kept until', width: 120, cell: ({ expiresAt }) => formatDay(expiresAt) },
    ...(actions
      ? [
          {
            key: 'actions',
            header: '',
            width: 200,
            align: 'right' as const,
            cell: (item: Item) => (
              <span className="row" style={{ justifyContent: 'flex-end' }}>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Restore ${item.name}`}
                  onClick={() => actions.onRestore(item)}
                >
                  Restore
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`Delete ${item.name} for good`}
                  onClick={() => actions.onDelete(item)}
                >
                  Delete…
                </Button>
              </span>
            ),
          },
        ]
      : []),
  ];
}
