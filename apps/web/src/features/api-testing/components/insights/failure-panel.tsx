import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FailureCluster } from '@touchstone/contracts/api-testing';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { formatCount, formatDay } from '../../../../shared/format.ts';
import { Problem } from '../../../../ui/page.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { TableFoot } from '../../../../ui/table/table-foot.tsx';
import { failureClustersQuery, type InsightScope } from '../../api/insights.queries.ts';
import { apiTestingPaths } from '../../paths.ts';
import classes from './insights.module.css';

const ClusterDialog = lazy(async () => ({ default: (await import('./cluster-dialog.tsx')).ClusterDialog }));
const pageSize = 10;

/** Compares with the previous period, in words. */
const trendOf = ({ failures, previousFailures }: FailureCluster): string => {
  if (previousFailures === 0) return 'none before';
  const change = failures - previousFailures;
  return change === 0 ? 'as before' : `${change > 0 ? '+' : '−'}${formatCount(Math.abs(change))}`;
};

const columnsOf = (onOpen: (cluster: FailureCluster) => void): Column<FailureCluster>[] => [
  {
    key: 'failure',
    header: 'Failure',
    cell: (cluster) => (
      <>
        <Link className="link" to={apiTestingPaths.step(cluster.example.runId, cluster.example.stepId)}>
          {cluster.template || 'No message'}
          <span className="visually-hidden">: newest failed step</span>
        </Link>
        {cluster.isNew ? <span className={classes.fresh}>New</span> : null}
      </>
    ),
  },
  {
    key: 'kind',
    header: 'Type',
    width: 140,
    cell: ({ kind, statusClass }) => (
      <span className="dim">
        {kind}
        {statusClass ? ` · ${statusClass}` : ''}
      </span>
    ),
  },
  {
    key: 'failures',
    header: 'Failed steps',
    align: 'right',
    width: 150,
    cell: (cluster) => (
      <>
        {formatCount(cluster.failures)} <span className="dim">· {trendOf(cluster)}</span>
      </>
    ),
  },
  {
    key: 'scripts',
    header: 'Scripts',
    align: 'right',
    width: 110,
    cell: ({ scripts, flakyScripts }) => (
      <span className="row" style={{ justifyContent: 'flex-end' }}>
        {formatCount(scripts)}
        {flakyScripts > 0 ? (
          <span title={`${formatCount(flakyScripts)} also passed, unchanged and in the same environment`}>
            <StatusLabel status="flaky" />
          </span>
        ) : null}
      </span>
    ),
  },
  {
    key: 'first',
    header: 'First seen',
    align: 'right',
    width: 110,
    cell: ({ firstSeenAt }) => formatDay(firstSeenAt),
  },
  {
    key: 'last',
    header: 'Last seen',
    align: 'right',
    width: 110,
    cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} />,
  },
  {
    key: 'steps',
    header: '',
    align: 'right',
    width: 100,
    cell: (cluster) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Failed steps: ${cluster.template || 'No message'}`}
        onClick={() => onOpen(cluster)}
      >
        Steps
      </Button>
    ),
  },
];

/** FailurePanel groups the failed steps of a period by message template. */
export function FailurePanel({ scope }: { scope: InsightScope }) {
  const [page, setPage] = useState(0);
  const [open, setOpen] = useState<FailureCluster | null>(null);
  const list = useQuery(failureClustersQuery(scope, { page, size: pageSize }));
  return (
    <Panel title="Failures">
      {list.isError && !list.data ? (
        <Problem error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          label="Failures"
          minWidth={1000}
          columns={columnsOf(setOpen)}
          rows={list.data?.content}
          rowKey={({ signature }) => signature}
          rowLabel={({ template }) => template}
          onOpen={setOpen}
          empty={<p className={classes.none}>No step failed in this period.</p>}
        />
      )}
      <TableFoot noun="failures" page={page} size={pageSize} total={list.data?.totalElements ?? 0} onPage={setPage} />
      <Suspense>{open ? <ClusterDialog scope={scope} cluster={open} onClose={() => setOpen(null)} /> : null}</Suspense>
    </Panel>
  );
}
