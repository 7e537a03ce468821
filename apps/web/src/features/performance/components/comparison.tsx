import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PerformanceComparison, PerformanceRun } from '@touchstone/contracts/api-testing';
import { finalRunStatuses } from '@touchstone/contracts/runs';
import { formatDuration, formatExact, formatPercent } from '../../../shared/format.ts';
import { Problem } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import type { Status } from '../../../ui/status/status.ts';
import { StatusLabel } from '../../../ui/status/status-glyph.tsx';
import { performanceComparisonQuery, performanceListQuery } from '../api/performance.queries.ts';
import classes from './performance.module.css';
import table from './request-table.module.css';

type Metric = PerformanceComparison['total'];
type Verdict = Metric['verdict'];

const verdicts: Record<Verdict, { text: string; status: Status }> = {
  faster: { text: 'Faster', status: 'passed' },
  slower: { text: 'Slower', status: 'failed' },
  mixed: { text: 'Mixed', status: 'flaky' },
  noClearDifference: { text: 'No clear difference', status: 'skipped' },
  tooFewRequests: { text: 'Too few requests', status: 'skipped' },
};

interface Props {
  run: PerformanceRun;
  baseRunId: string | undefined;
  onBase: (runId: string | undefined) => void;
}

/** Comparison compares a run with a baseline: a statistical verdict, in words, for all requests and for each. */
export function Comparison({ run, baseRunId, onBase }: Props) {
  const runs = useQuery(performanceListQuery({ projectId: run.projectId, page: 0, size: 100 }));
  const comparison = useQuery({
    ...performanceComparisonQuery(run.runId, baseRunId ?? ''),
    enabled: baseRunId !== undefined,
  });
  const others = (runs.data?.content ?? []).filter(
    (other) => other.runId !== run.runId && finalRunStatuses.includes(other.status) && other.summary,
  );
  return (
    <Panel
      title="Compared with a baseline"
      padded
      actions={
        <Select
          w={280}
          aria-label="Baseline run"
          placeholder={others.length > 0 ? 'Choose a baseline run' : 'No other run has ended yet'}
          clearable
          searchable
          disabled={others.length === 0}
          data={others.map((other) => ({
            value: other.runId,
            label: `${other.name}, ${formatExact(other.createdAt)}`,
          }))}
          value={baseRunId ?? null}
          onChange={(value) => onBase(value ?? undefined)}
        />
      }
    >
      {baseRunId === undefined ? (
        <p className="dim">Choose an earlier run to see whether this one was faster or slower.</p>
      ) : null}
      {comparison.isError ? <Problem error={comparison.error} onRetry={() => void comparison.refetch()} /> : null}
      {comparison.data ? <ComparisonTable comparison={comparison.data} /> : null}
    </Panel>
  );
}

function ComparisonTable({ comparison }: { comparison: PerformanceComparison }) {
  const { total, requests, onlyInBaseline, onlyInRun } = comparison;
  const missing = [
    ...onlyInBaseline.map(({ request }) => `${request} is only in the baseline.`),
    ...onlyInRun.map(({ request }) => `${request} is only in this run.`),
  ];
  return (
    <>
      <p className="row" style={{ gap: 8, margin: '0 0 12px' }} role="status">
        <StatusLabel status={verdicts[total.verdict].status}>
          <strong>{verdicts[total.verdict].text}.</strong>
        </StatusLabel>
        {total.message}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keys */}
      <section className={classes.sideways} aria-label="Comparison, scrolls sideways" tabIndex={0}>
        <table className={table.table} aria-label="Comparison with the baseline">
          <thead>
            <tr>
              <th scope="col">Request</th>
              <th scope="col">Verdict</th>
              {['p50', 'p95', 'p99', 'Per second', 'Failed'].map((name) => (
                <th key={name} scope="col" className={table.right}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Row name="All requests" metric={total} />
            {requests.map((metric) => (
              <Row key={`${metric.scenario} ${metric.request}`} name={metric.request} metric={metric} />
            ))}
          </tbody>
        </table>
      </section>
      {missing.length > 0 ? <p className={classes.hint}>{missing.join(' ')}</p> : null}
    </>
  );
}

function Row({ name, metric }: { name: string; metric: Metric }) {
  const { text, status } = verdicts[metric.verdict];
  return (
    <tr title={metric.message}>
      <th scope="row" className="ellipsis">
        {name}
      </th>
      <td style={{ textAlign: 'left' }}>
        <StatusLabel status={status}>{text}</StatusLabel>
      </td>
      <Change value={metric.p50} write={formatDuration} />
      <Change value={metric.p95} write={formatDuration} />
      <Change value={metric.p99} write={formatDuration} />
      <Change value={metric.rate} write={(value) => `${Math.round(value * 10) / 10}/s`} />
      <Change value={metric.failedShare} write={(value) => formatPercent(value * 100)} />
    </tr>
  );
}

function Change({ value, write }: { value: Metric['p50']; write: (value: number) => string }) {
  const { baseline, run, change } = value;
  const sign = change !== undefined && change > 0 ? '+' : '';
  return (
    <td className="num">
      <span className="dim">{write(baseline)} → </span>
      {write(run)}
      {change === undefined ? null : <span className="dim">{` (${sign}${Math.round(change * 100)} %)`}</span>}
    </td>
  );
}
