import type { DeletedItem } from '@touchstone/contracts/api-testing';
import type { DeletedVariableItem } from '@touchstone/contracts/recently-deleted';
import { formatCount } from '../../../../shared/format.ts';
import type { Column } from '../../../../ui/table/data-table.tsx';
import { type KeptActions, keptColumns, nameColumn } from '../../../../ui/table/kept-columns.tsx';

const kinds: Record<DeletedItem['kind'], string> = { script: 'Script', suite: 'Suite', folder: 'Folder' };

/** trashColumns columns of deleted items; no actions for users without write access. */
export const trashColumns = (actions: KeptActions<DeletedItem> | undefined): Column<DeletedItem>[] => [
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

/** deletedVariableColumns columns of deleted environments and variables. */
export const deletedVariableColumns = (
  actions: KeptActions<DeletedVariableItem> | undefined,
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

function kindOf({ kind, scope, environmentName, variableCount }: DeletedVariableItem): string {
  if (kind === 'environment')
    return `Environment, ${variableCount === 1 ? '1 variable' : `${formatCount(variableCount)} variables`}`;
  if (scope === 'global') return 'Global variable';
  return scope === 'suite' ? 'Suite variable' : `Variable of ${environmentName ?? 'a deleted environment'}`;
}
