import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { InsightRanking, RankedBy, RankedSubject } from '@touchstone/contracts/api-testing';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatCount, formatDuration, formatPercent } from '../../../../shared/format.ts';
import { Problem } from '../../../../ui/page.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { TableFoot } from '../../../../ui/table/table-foot.tsx';
import { type InsightScope, rankingQuery } from '../../api/insights.queries.ts';
import { apiTestingPaths } from '../../paths.ts';
import classes from './insights.module.css';

const pageSize = 10;
const names: Record<InsightRanking, string> = { failing: 'Most failing', flaky: 'Flaky', slowest: 'Slowest' };
const isRanking = (value: string): value is InsightRanking => value in names;
const nouns: Record<RankedBy, string> = { suite: 'suites', script: 'scripts', endpoint: 'endpoints' };
const titles: Record<RankedBy, string> = { suite: 'Suites', script: 'Scripts', endpoint: 'Endpoints' };
const headers: Record<RankedBy, string> = { suite: 'Suite', script: 'Script', endpoint: 'Endpoint' };
const emptyTexts: Record<InsightRanking, (noun: string) => string> = {
  failing: (noun) => `No ${noun} failed in this period.`,
  flaky: (noun) => `No ${noun} both passed and failed in the same environment in this period.`,
  slowest: (noun) => `No ${noun} ran in this period.`,
};

/** The report that explains a row: its last failure, or its last run. */
const reportOf = ({ lastFailure, lastRunId }: RankedSubject) => apiTestingPaths.report(lastFailure?.runId ?? lastRunId);

const suite: Column<RankedSubject> = {
  key: 'suite',
  header: 'Suite',
  width: 180,
  cell: ({ suiteName }) => <span className="dim">{suiteName}</span>,
};
const numbers: Column<RankedSubject>[] = [
  { key: 'runs', header: 'Runs', align: 'right', width: 64, cell: ({ runs }) => formatCount(runs) },
  {
    key: 'failed',
    header: 'Failed',
    align: 'right',
    width: 110,
    cell: ({ failed, error, runs }) => (
      <>
        {formatCount(failed + error)} <span className="dim">· {formatPercent(((failed + error) / runs) * 100)}</span>
      </>
    ),
  },
  { key: 'changes', header: 'Result changes', align: 'right', width: 120, cell: ({ changes }) => formatCount(changes) },
  {
    key: 'average',
    header: 'Average',
    align: 'right',
    width: 84,
    cell: ({ averageDurationMs }) => formatDuration(averageDurationMs),
  },
  {
    key: 'longest',
    header: 'Longest',
    align: 'right',
    width: 84,
    cell: ({ longestDurationMs }) => formatDuration(longestDurationMs),
  },
  {
    key: 'last',
    header: 'Last failure',
    align: 'right',
    width: 124,
    cell: ({ lastFailure, name }) =>
      lastFailure ? (
        <Link className="link" to={apiTestingPaths.report(lastFailure.runId)}>
          <RelativeTime at={lastFailure.finishedAt} />
          <span className="visually-hidden">: report of the last failure of {name}</span>
        </Link>
      ) : (
        '–'
      ),
  },
];

interface Props {
  of: RankedBy;
  scope: InsightScope;
  by: InsightRanking;
  /** 1-based. */
  page: number;
  onBy: (by: InsightRanking) => void;
  onPage: (page: number) => void;
  /** Renders the name of a row, if it is more than a link to its report. */
  nameOf?: (row: RankedSubject) => ReactNode;
}

/** RankingPanel ranks suites, scripts or endpoints: most failures, flakiest or slowest. */
export function RankingPanel({ of, scope, by, page, onBy, onPage, nameOf }: Props) {
  const navigate = useNavigate();
  const list = useQuery(rankingQuery(scope, { of, by, page: page - 1, size: pageSize }));
  const name: Column<RankedSubject> = {
    key: 'name',
    header: headers[of],
    cell: (row) =>
      nameOf?.(row) ?? (
        <Link className="link" to={reportOf(row)}>
          {row.name}
        </Link>
      ),
  };
  return (
    <Panel
      title={titles[of]}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={`Ranking of ${nouns[of]}`}
          data={Object.entries(names).map(([value, label]) => ({ value, label }))}
          value={by}
          onChange={(value) => isRanking(value) && onBy(value)}
        />
      }
    >
      {list.isError && !list.data ? (
        <Problem error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          label={titles[of]}
          minWidth={of === 'script' ? 1000 : 860}
          columns={of === 'script' ? [name, suite, ...numbers] : [name, ...numbers]}
          rows={list.data?.content}
          rowKey={(row) => row.subjectId}
          rowLabel={(row) => row.name}
          onOpen={(row) => void navigate(reportOf(row))}
          empty={<p className={classes.none}>{emptyTexts[by](of)}</p>}
        />
      )}
      <TableFoot
        noun={nouns[of]}
        page={page - 1}
        size={pageSize}
        total={list.data?.totalElements ?? 0}
        onPage={(next) => onPage(next + 1)}
      />
    </Panel>
  );
}
