import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UnmatchedGroup } from '@touchstone/contracts/service-virtualization';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { counted, formatCount } from '../../../../shared/format.ts';
import { BlankLines } from '../../../../ui/blank/blank.tsx';
import { EmptyState, Problem } from '../../../../ui/page.tsx';
import { MethodWord } from '../../../../ui/status/method-word.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { TableFoot } from '../../../../ui/table/table-foot.tsx';
import { useRows } from '../../../../ui/table/use-rows.ts';
import { unmatchedQuery } from '../../api/journal.ts';
import { virtualizationPaths } from '../../paths.ts';
import classes from './journal.module.css';

const size = 50;

interface Props {
  projectId: string;
  canWrite: boolean;
  onOpen: (entryId: string) => void;
}

/** UnmatchedList groups unmatched calls, most frequent first. */
export function UnmatchedList({ projectId, canWrite, onOpen }: Props) {
  const [page, setPage] = useState(0);
  const groups = useQuery(unmatchedQuery(projectId, { page, size }));
  if (groups.error && !groups.data) return <Problem error={groups.error} onRetry={() => void groups.refetch()} />;
  return (
    <>
      {groups.data?.content.length === 0 ? (
        <EmptyState icon={<SearchX size={20} />} title="No unmatched calls">
          Calls that no asset answers appear here, grouped by method and path.
        </EmptyState>
      ) : (
        <GroupRows groups={groups.data?.content} canWrite={canWrite} onOpen={onOpen} />
      )}
      <TableFoot noun="groups" page={page} size={size} total={groups.data?.totalElements ?? 0} onPage={setPage} />
    </>
  );
}

interface RowsProps {
  groups: readonly UnmatchedGroup[] | undefined;
  canWrite: boolean;
  onOpen: (entryId: string) => void;
}

function GroupRows({ groups, canWrite, onOpen }: RowsProps) {
  useRows();
  if (!groups) return <BlankLines count={6} line={36} />;
  return (
    <ul className={classes.rows} aria-label="Unmatched calls">
      {groups.map(({ method, path, count, lastAt, lastEntryId }) => (
        <li key={`${method} ${path}`} data-row className={classes.group}>
          <button type="button" className={classes.row} onClick={() => onOpen(lastEntryId)}>
            <span className={`${classes.count} num`} title={counted(count, 'call')}>
              {formatCount(count)}
              <span className="visually-hidden"> calls</span>
            </span>
            <span className={classes.stack}>
              <span className={classes.call} title={`${method} ${path}`}>
                <MethodWord method={method} />
                <span className="mono ellipsis">{path}</span>
              </span>
              <span className={classes.small}>
                Last call <RelativeTime at={lastAt} />
              </span>
            </span>
          </button>
          {canWrite ? (
            <Button
              component={Link}
              variant="default"
              to={virtualizationPaths.newAsset({ from: lastEntryId })}
              aria-label={`Create asset for ${method} ${path}`}
            >
              Create asset
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
