import { Button } from '@mantine/core';
import type { DeletedItem } from '@touchstone/contracts/api-testing';
import { formatCount, formatDay } from '../../../../shared/format.ts';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import type { Column } from '../../../../ui/table/data-table.tsx';

interface Actions {
  onRestore: (item: DeletedItem) => void;
  onDelete: (item: DeletedItem) => void;
}

const kinds: Record<DeletedItem['kind'], string> = { script: 'Script', suite: 'Suite', folder: 'Folder' };

/** trashColumns are the columns of deleted things; without actions for those who may not change anything. */
export const trashColumns = (actions: Actions | undefined): Column<DeletedItem>[] => [
  { key: 'name', header: 'Name', cell: ({ name }) => <span className="ellipsis">{name}</span> },
  { key: 'kind', header: 'Type', width: 90, cell: ({ kind }) => kinds[kind] },
  {
    key: 'suite',
    header: 'Suite',
    width: 200,
    cell: ({ kind, suiteName }) => <span className="ellipsis">{kind === 'suite' ? '–' : suiteName}</span>,
  },
  { key: 'scripts', header: 'Scripts', width: 80, align: 'right', cell: ({ scriptCount }) => formatCount(scriptCount) },
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
          cell: (item: DeletedItem) => (
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
