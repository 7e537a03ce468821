import { Alert } from '@mantine/core';
import type { PerformanceReport } from '@touchstone/contracts/api-testing';
import { finalRunStatuses, runTitle } from '@touchstone/contracts/runs';
import { type ReactNode, useState } from 'react';
import { Page, Problem } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RunName } from '../../../ui/status/run-name.tsx';
import { StatusGlyph } from '../../../ui/status/status-glyph.tsx';
import { useLivePerformance } from '../api/live-performance.ts';
import { loadPhase } from '../model/load-phase.ts';
import type { RunView } from '../model/run-store.ts';
import { ErrorList } from './error-list.tsx';
import classes from './performance.module.css';
import { RequestTable } from './request-table.tsx';
import { RunCharts } from './run-charts.tsx';
import { RunActions, RunMeta } from './run-header.tsx';
import { RunTiles } from './run-tiles.tsx';
import { ThresholdList } from './threshold-list.tsx';

interface Props {
  report: PerformanceReport;
  canWrite: boolean;
  /** Shown below the figures of a run that has ended. */
  children: ReactNode;
}

const lostText = 'The connection was lost. The run continues. Reconnecting…';

/** RunBoard shows a run, live while in progress: figures, charts, thresholds, requests and errors. */
export function RunBoard({ report, canWrite, children }: Props) {
  const live = useLivePerformance(report);
  const { view, store } = live;
  const { run, totals } = view;
  const isLost = live.connection === 'waiting';
  const thresholds = totals?.thresholds ?? report.configuration.thresholds?.map(waiting) ?? [];
  const isOver = finalRunStatuses.includes(run.status);
  return (
    <Page
      title={runTitle(run)}
      heading={<RunName run={run} />}
      documentTitle={`${runTitle(run)} · ${run.executionStatus}`}
      meta={<RunMeta view={view} environmentName={report.run.environmentName} />}
      actions={<RunActions run={run} canWrite={canWrite} />}
    >
      <div className={classes.board}>
        <Phase view={view} plan={report.plan} isLost={isLost} />
        <RunTiles view={view} />
        {thresholds.length > 0 ? (
          <Panel title="Thresholds">
            <ThresholdList thresholds={thresholds} />
          </Panel>
        ) : null}
        {live.error ? <Problem error={live.error} onRetry={() => window.location.reload()} /> : null}
        {run.message ? (
          <Alert role="note" color={run.status === 'failed' || run.status === 'error' ? 'red' : 'indigo'}>
            {run.message}
          </Alert>
        ) : null}
        <Warnings report={report} reasons={totals?.generator.bottleneck?.reasons ?? []} notes={totals?.notes ?? []} />
        <RunCharts
          series={store.series}
          plannedSeconds={report.plan.iterations === undefined ? run.plannedDurationMs / 1000 : undefined}
          maxUsers={run.virtualUsers}
          thresholds={report.configuration.thresholds ?? noThresholds}
        />
        {thresholds.length === 0 ? (
          <Panel title="Thresholds">
            <ThresholdList thresholds={thresholds} />
          </Panel>
        ) : null}
        <Panel title="Requests">
          <RequestTable
            rows={(totals?.requests ?? []).map((request, index) => ({
              ...request,
              ...request.latency,
              key: `${index} ${request.name}`,
            }))}
          />
        </Panel>
        <Panel title="Errors" note="grouped by what went wrong">
          <ErrorList
            errors={(totals?.errors ?? []).map((error) => ({
              ...error,
              key: `${error.request} ${error.kind} ${error.message}`,
            }))}
          />
        </Panel>
        {isOver ? children : null}
      </div>
      <div className="visually-hidden" role="status" aria-live="polite">
        {isOver ? `Run finished: ${run.executionStatus}.` : isLost ? lostText : ''}
      </div>
    </Page>
  );
}

interface PhaseProps {
  view: RunView;
  plan: PerformanceReport['plan'];
  isLost: boolean;
}

/**
 * The current phase of the load. The remaining time changes every second, so only what matters is announced to screen
 * readers.
 */
function Phase({ view: { run, latest }, plan, isLost }: PhaseProps) {
  // The head says how a run ended. If the run was watched to its end the line stays, so that nothing below moves.
  const [isWatched] = useState(!finalRunStatuses.includes(run.status));
  if (!isWatched && !isLost) return null;
  const elapsedMs = latest ? (latest.second + latest.seconds) * 1000 : 0;
  return (
    <p className={classes.phase}>{isLost ? lostText : loadPhase({ run, plan, elapsedMs, users: latest?.users })}</p>
  );
}

/** Stable across renders, since the charts redraw when they get another list. */
const noThresholds: never[] = [];

const waiting = ({ expression }: { expression: string }) => ({
  expression,
  passed: false,
  message: 'Nothing is measured yet.',
});

/** What limits the reliability of the figures. */
function Warnings({ report, reasons, notes }: { report: PerformanceReport; reasons: string[]; notes: string[] }) {
  const lost = report.runners.filter((runner) => runner.state === 'lost');
  return (
    <>
      {reasons.length > 0 ? (
        <Warning title="The load generator may have limited these figures">{reasons.join(' ')}</Warning>
      ) : null}
      {lost.length > 0 ? (
        <Alert role="note" color="yellow" title="Runners were lost">
          {lost.map((runner) => `${runner.name} at second ${runner.lostAtSecond ?? '?'}`).join(', ')}. Their share of
          the load is missing.
        </Alert>
      ) : null}
      {notes.length > 0 ? (
        <ul className={classes.hint} style={{ paddingLeft: 16 }}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function Warning({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.warning}>
      <StatusGlyph status="flaky" decorative />
      <p>
        <strong>{title}.</strong> {children}
      </p>
    </div>
  );
}
