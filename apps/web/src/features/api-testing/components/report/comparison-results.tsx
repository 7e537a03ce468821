import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { StepComparison } from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import { formatCount, formatDuration } from '../../../../shared/format.ts';
import { StatTiles } from '../../../../ui/chart/stat-tile.tsx';
import { EmptyState, Problem } from '../../../../ui/page.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { compareQuery } from '../../api/executions.queries.ts';
import { apiTestingPaths } from '../../paths.ts';
import toolbar from '../toolbar.module.css';
import { StepComparisonDialog } from './step-comparison-dialog.tsx';

const verdicts = ['broken', 'fixed', 'changed', 'added', 'removed', 'same'] as const;
/** Filters for the steps of a comparison. */
export const shownSteps = ['differing', ...verdicts, 'slower', 'all'] as const;
type Shown = (typeof shownSteps)[number];
const words = {
  broken: 'Broken',
  fixed: 'Fixed',
  changed: 'Changed',
  added: 'Added',
  removed: 'Removed',
  same: 'Same',
};
type Row = StepComparison & { id: number };

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

function isShown({ verdict, timing }: StepComparison, show: Shown): boolean {
  if (show === 'all') return true;
  if (show === 'slower') return timing === 'slower';
  return show === 'differing' ? verdict !== 'same' : verdict === show;
}

/** Shown if no step is listed. */
function Nothing({ isSameRun, show }: { isSameRun: boolean; show: Shown }) {
  if (isSameRun) return <EmptyState title="The same run twice">Choose another run to compare with.</EmptyState>;
  return show === 'differing' ? (
    <EmptyState title="No difference">Both runs gave the same results.</EmptyState>
  ) : (
    <EmptyState title="No steps">No step of these runs matches the filter.</EmptyState>
  );
}

interface Props {
  baseRunId: string;
  runId: string;
  show: Shown;
  onShow: (show: Shown) => void;
}

/** ComparisonResults lists the steps of two runs by their differences; each expands to its bodies side by side. */
export function ComparisonResults({ baseRunId, runId, show, onShow }: Props) {
  const [opened, setOpened] = useState<Row | null>(null);
  const comparison = useQuery(compareQuery(baseRunId, runId));
  if (comparison.isError)
    return (
      <Problem
        error={comparison.error}
        onRetry={() => void comparison.refetch()}
        back={{ label: 'Report Dashboard', path: apiTestingPaths.reports() }}
      />
    );
  const rows = comparison.data?.steps.map((step, id) => ({ ...step, id })).filter((step) => isShown(step, show));
  return (
    <>
      <div style={{ padding: 16 }}>
        <StatTiles
          stats={
            comparison.data
              ? verdicts
                  .filter((verdict) => comparison.data.totals[verdict] !== 0)
                  .map((verdict) => ({ label: words[verdict], value: formatCount(comparison.data.totals[verdict]) }))
              : [{ label: '\u00a0', value: '\u00a0' }]
          }
        />
      </div>
      <div className={toolbar.toolbar} style={{ borderTop: '1px solid var(--line)' }}>
        <Select
          w={180}
          aria-label="Which steps"
          allowDeselect={false}
          data={[
            { value: 'differing', label: 'Everything that differs' },
            ...verdicts
              .filter((verdict) => verdict === show || comparison.data?.totals[verdict] !== 0)
              .map((verdict) => ({ value: verdict, label: words[verdict] })),
            { value: 'slower', label: 'Slower' },
            { value: 'all', label: 'All steps' },
          ]}
          value={show}
          onChange={(value) => onShow((value ?? 'differing') as Shown)}
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
        empty={<Nothing isSameRun={baseRunId === runId} show={show} />}
      />
      {opened ? (
        <StepComparisonDialog step={opened} baseRunId={baseRunId} runId={runId} onClose={() => setOpened(null)} />
      ) : null}
    </>
  );
}
