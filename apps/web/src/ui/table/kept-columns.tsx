import { Button } from '@mantine/core';
import { formatDay } from '../../shared/format.ts';
import { RelativeTime } from '../status/relative-time.tsx';
import type { Column } from './data-table.tsx';

/** Actions on a deleted item. */
export interface KeptActions<Item> {
  onRestore: (item: Item) => void;
  onDelete: (item: Item) => void;
}

/** A deleted item that can be restored. */
interface Kept {
  name: string;
  deletedAt: string;
  deletedByName: string;
  expiresAt: string;
}

/** Name of the deleted item. */
export const nameColumn: Column<Kept> = {
  key: 'name',
  header: 'Name',
  cell: ({ name }) => <span className="ellipsis">{name}</span>,
};

/**
 * keptColumns columns for who deleted an item, until when it is kept, and its actions; no actions for users without
 * write access.
 */
export function keptColumns<Item extends Kept>(actions: KeptActions<Item> | undefined): Column<Item>[] {
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
