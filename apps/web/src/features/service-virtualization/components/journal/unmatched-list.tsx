import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UnmatchedGroup } from '@touchstone/contracts/service-virtualization';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../../../shared/format.ts';
import { EmptyState, Problem } from '../../../../ui/page.tsx';
import { MethodWord } from '../../../../ui/status/method-word.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { TableFoot } from '../../../../ui/table/table-foot.tsx';
import { unmatchedQuery } from '../../api/journal.ts';
import { virtualizationPaths } from '../../paths.ts';
import classes from './journal.module.css';

const size = 50;

interface Props {
  projectId: string;
  canWrite: boolean;
  onOpen: (entryId: string) => void;
}

/** UnmatchedList groups the calls that nothing answered, the most frequent first. */
export function UnmatchedList({ projectId, canWrite, onOpen }: Props) {
  const [page, setPage] = useState(0);
  const groups = useQuery(unmatchedQuery(projectId, { page, size }));
  if (groups.error && !groups.data) return <Problem error={groups.error} onRetry={() => void groups.refetch()} />;
  return (
    <>
      <DataTable
        label="Unmatched calls"
        columns={columnsOf(canWrite)}
        rows={groups.data?.content}
        rowKey={({ method, path }) => `${method} ${path}`}
        rowLabel={({ method, path }) => `${method} ${path}`}
        minWidth={520}
        onOpen={({ lastEntryId }) => onOpen(lastEntryId)}
        empty={
          <EmptyState icon={<SearchX size={20} />} title="No unmatched calls">
            Calls that no asset answers appear here, grouped by method and path.
          </EmptyState>
        }
      />
      <TableFoot noun="groups" page={page} size={size} total={groups.data?.totalElements ?? 0} onPage={setPage} />
    </>
  );
}

function columnsOf(canWrite: boolean): Column<UnmatchedGroup>[] {
  const columns: Column<UnmatchedGroup>[] = [
    {
      key: 'name',
      header: 'Request',
      cell: ({ method, path }) => (
        <span className={classes.call} title={`${method} ${path}`}>
          <MethodWord method={method} width={40} />
          <span className="mono ellipsis">{path}</span>
        </span>
      ),
    },
    {
      key: 'count',
      header: 'Calls',
      width: 64,
      align: 'right',
      cell: ({ count }) => <span className="num">{formatCount(count)}</span>,
    },
    { key: 'last', header: 'Last', width: 110, cell: ({ lastAt }) => <RelativeTime at={lastAt} /> },
  ];
  if (canWrite)
    columns.push({
      key: 'create',
      header: 'Asset',
      width: 110,
      cell: ({ method, path, lastEntryId }) => (
        <Button
          component={Link}
          variant="default"
          size="compact-xs"
          to={virtualizationPaths.newAsset({ from: lastEntryId })}
          aria-label={`Create asset for ${method} ${path}`}
        >
          Create asset
        </Button>
      ),
    });
  return columns;
}
