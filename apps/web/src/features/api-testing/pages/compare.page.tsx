import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ExecutionSummary, StepComparison } from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { formatCount, formatDuration, formatExact } from '../../../shared/format.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { StatTiles } from '../../../ui/chart/stat-tile.tsx';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { StatusLabel } from '../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { compareQuery, executionQuery } from '../api/executions.queries.ts';
import { StepComparisonDialog } from '../components/report/step-comparison-dialog.tsx';
import toolbar from '../components/toolbar.module.css';
import { apiTestingPaths } from '../paths.ts';

const verdicts = ['broken', 'fixed', 'changed', 'added', 'removed', 'same'] as const;
const words = {
  broken: 'Broken',
  fixed: 'Fixed',
  changed: 'Changed',
  added: 'Added',
  removed: 'Removed',
  same: 'Same',
};
type Row = StepComparison & { id: number };

const searchSchema = z.object({
  base: z.string().catch('').default(''),
  current: z.string().catch('').default(''),
  show: z
    .enum(['differing', ...verdicts, 'slower', 'all'])
    .catch('differing')
    .default('differing'),
});

const outcome = (side: Row['base']) =>
  side ? (
    <StatusLabel status={side.status}>
      {side.statusCode ?? ''} <span className="dim num">{formatDuration(side.durationMs)}</span>
    </StatusLabel>
  ) : (
    <span className="dim">not in this run</span>
  );

const columns: Column<Row>[] = [
  { key: 'verdict', header: 'Change', width: 90, cell: (row) => words[row.verdict] },
  { key: 'name', header: 'Step', cell: (row) => row.name },
  { key: 'suite', header: 'Suite', cell: (row) => <span className="dim">{row.suiteName}</span> },
  { key: 'summary', header: 'What differs', width: '32%', cell: (row) => row.summary },
  { key: 'base', header: 'Before', width: 180, cell: (row) => outcome(row.base) },
  { key: 'current', header: 'After', width: 180, cell: (row) => outcome(row.current) },
];

type Shown = z.infer<typeof searchSchema>['show'];

function isShown({ verdict, timing }: StepComparison, show: Shown): boolean {
  if (show === 'all') return true;
  if (show === 'slower') return timing === 'slower';
  return show === 'differing' ? verdict !== 'same' : verdict === show;
}

const nameOf = (run: ExecutionSummary | undefined, fallback: string) =>
  run ? `${run.name}, ${formatExact(run.createdAt)}` : fallback;

export function ComparePage() {
  const [{ base, current, show }, setSearch] = useSearchState(searchSchema);
  const [opened, setOpened] = useState<Row | null>(null);
  const ready = base !== '' && current !== '';
  const comparison = useQuery({ ...compareQuery(base, current), enabled: ready });
  const before = useQuery({ ...executionQuery(base), enabled: ready }).data;
  const after = useQuery({ ...executionQuery(current), enabled: ready }).data;
  if (!ready)
    return (
      <Page title="Compare runs">
        <EmptyState
          title="Nothing to compare"
          link={
            <Link className="link" to={apiTestingPaths.reports()}>
              All runs
            </Link>
          }
        >
          Select two finished runs in the report dashboard.
        </EmptyState>
      </Page>
    );
  const rows = comparison.data?.steps.map((step, id) => ({ ...step, id })).filter((step) => isShown(step, show));
  return (
    <Page
      title="Compare runs"
      meta={
        <>
          <Link className="link" to={apiTestingPaths.report(base)}>
            {nameOf(before, 'before')}
          </Link>
          {' → '}
          <Link className="link" to={apiTestingPaths.report(current)}>
            {nameOf(after, 'after')}
          </Link>
        </>
      }
    >
      {comparison.isError ? (
        <Problem
          error={comparison.error}
          onRetry={() => void comparison.refetch()}
          back={{ label: 'Report Dashboard', path: apiTestingPaths.reports() }}
        />
      ) : null}
      {comparison.isError ? null : (
        <>
          <div style={{ padding: 16 }}>
            <StatTiles
              stats={verdicts.map((verdict) => ({
                label: words[verdict],
                value: comparison.data ? formatCount(comparison.data.totals[verdict]) : '–',
              }))}
            />
          </div>
          <div className={toolbar.toolbar} style={{ borderTop: '1px solid var(--line)' }}>
            <Select
              w={180}
              aria-label="Which steps"
              allowDeselect={false}
              data={[
                { value: 'differing', label: 'Everything that differs' },
                ...verdicts.map((verdict) => ({ value: verdict, label: words[verdict] })),
                { value: 'slower', label: 'Slower' },
                { value: 'all', label: 'All steps' },
              ]}
              value={show}
              onChange={(value) => setSearch({ show: (value ?? 'changed') as typeof show })}
            />
          </div>
          <DataTable
            label="Steps of both runs"
            columns={columns}
            rows={rows}
            rowKey={(row) => String(row.id)}
            rowLabel={(row) => row.name}
            minWidth={900}
            onOpen={setOpened}
            empty={<EmptyState title="No difference">Both runs gave the same results for these steps.</EmptyState>}
          />
        </>
      )}
      {opened ? (
        <StepComparisonDialog step={opened} baseRunId={base} runId={current} onClose={() => setOpened(null)} />
      ) : null}
    </Page>
  );
}
