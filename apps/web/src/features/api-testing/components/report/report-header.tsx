import { Button, Menu } from '@mantine/core';
import type { ExecutionSummary } from '@touchstone/contracts/api-testing';
import { type ReportFormat, type RunStatus, runStatuses, runTitle } from '@touchstone/contracts/runs';
import { Download, GitCompareArrows, RotateCcw, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { counted, formatCount, formatDuration } from '../../../../shared/format.ts';
import { toast, toastError } from '../../../../shared/toasts.ts';
import { SegmentedBar } from '../../../../ui/chart/segmented-bar.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { RunName, RunOriginTags } from '../../../../ui/status/run-name.tsx';
import { statusOrder, statusWords } from '../../../../ui/status/status.ts';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { formats, useShareReport } from '../../../runs/index.ts';
import { useExecutionMutations } from '../../api/executions.mutations.ts';
import type { LiveRun } from '../../api/run-events.ts';
import { statusOf } from '../../model/run/execution-status.ts';
import { apiTestingPaths, lastGreen } from '../../paths.ts';
import classes from './report.module.css';
import { downloadReport } from './report-download.ts';

interface Props {
  run: ExecutionSummary;
  live: LiveRun;
  canWrite: boolean;
  status: RunStatus | undefined;
  onStatus: (status: RunStatus | undefined) => void;
}

/** Keeps counting between the events of a run. */
function Elapsed({ run, live }: { run: ExecutionSummary; live: LiveRun }) {
  const [, tick] = useState(0);
  const { completed, status, durationMs } = live.view;
  const running = !completed && status === 'running' && run.startedAt !== null;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [running]);
  const elapsedMs = running ? Math.max(durationMs, Date.now() - Date.parse(run.startedAt!)) : durationMs;
  return (
    <span className="num">
      {formatDuration(running && elapsedMs > 1000 ? Math.floor(elapsedMs / 1000) * 1000 : elapsedMs)}
    </span>
  );
}

/** At most this many suites are linked from the head of a report. */
const suitesNamed = 3;

/** Where, by whom, when and with what the run was started. */
function RunFacts({ run, live }: { run: ExecutionSummary; live: LiveRun }) {
  const more = run.suites.length - suitesNamed;
  return (
    <>
      {run.suites.slice(0, suitesNamed).map(({ suiteId, suiteName }) => (
        <Link key={suiteId} className="link" to={apiTestingPaths.suite(suiteId, run.projectId)}>
          {suiteName}
        </Link>
      ))}
      {more > 0 ? <span>{more === 1 ? 'and 1 more suite' : `and ${more} more suites`}</span> : null}
      <span>{run.environmentName ? `Environment ${run.environmentName}` : 'No environment'}</span>
      {run.data ? (
        <span>
          {counted(run.data.rows, 'row')} of {run.data.fileName}
        </span>
      ) : null}
      <RunOriginTags run={run} />
      <span>by {run.startedBy}</span>
      <span>
        <RelativeTime at={run.createdAt} />
      </span>
      <Elapsed run={run} live={live} />
      {run.retryOf ? (
        <span>
          {run.attempt > 2 ? `retry ${run.attempt - 1} of` : 'retry of'}{' '}
          <Link className="link" to={apiTestingPaths.report(run.retryOf)}>
            the run before
          </Link>
        </span>
      ) : null}
    </>
  );
}

const connections = { closed: '', connecting: 'Connecting…', open: 'Live', waiting: 'Connection lost, trying again…' };

/** ReportHeader identifies the run and its state, filters by status, and stops, retries or downloads it. */
export function ReportHeader({ run, live, canWrite, status, onStatus }: Props) {
  const { view } = live;
  const navigate = useNavigate();
  const { stop, retry } = useExecutionMutations();
  const [stopping, setStopping] = useState(false);
  const share = useShareReport(run.runId, runTitle(run));
  const broken = view.counts.failed + view.counts.error;
  const again = async (onlyFailed: boolean) => {
    try {
      const { runId } = await retry.mutateAsync({ runId: run.runId, onlyFailed });
      toast('info', 'Run initiated');
      await navigate(apiTestingPaths.report(runId));
    } catch (error) {
      toastError(error);
    }
  };
  const halt = async () => {
    setStopping(true);
    try {
      await stop.mutateAsync(run.runId);
    } catch (error) {
      setStopping(false);
      toastError(error);
    }
  };
  const download = (type: ReportFormat) =>
    void downloadReport({ ...run, status: view.completed ? view.status : 'running' }, type);
  return (
    <header className={classes.head} data-tour={broken > 0 ? 'report-with-failures' : 'report'}>
      <div className={`wraps ${classes.top}`}>
        <StatusGlyph status={statusOf(view.executionStatus)} size={22} decorative />
        <div className="grow">
          <h1 className={`${classes.title} ellipsis`}>
            <RunName run={run} />{' '}
            <span className="dim" style={{ fontWeight: 400 }}>
              {view.executionStatus}
            </span>
          </h1>
          <div className={classes.meta}>
            <RunFacts run={run} live={live} />
            {live.connection === 'closed' ? null : (
              <span
                className={classes.live}
                style={{ color: live.connection === 'open' ? 'var(--run)' : 'var(--warn)' }}
              >
                {connections[live.connection]}
              </span>
            )}
          </div>
        </div>
        <Menu>
          <Menu.Target>
            <Button variant="default" leftSection={<Download size={14} />} data-tour="report-download">
              Download
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {formats.map(({ format, title }) => (
              <Menu.Item key={format} onClick={() => download(format)}>
                {title}
              </Menu.Item>
            ))}
            {canWrite && view.completed ? share.items : null}
          </Menu.Dropdown>
        </Menu>
        {view.completed && broken > 0 ? (
          <Button
            component={Link}
            variant="default"
            leftSection={<GitCompareArrows size={14} />}
            to={apiTestingPaths.compare(lastGreen, run.runId)}
          >
            Compare with last green
          </Button>
        ) : null}
        {canWrite && !view.completed ? (
          <Button leftSection={<Square size={12} />} loading={stopping} onClick={() => void halt()}>
            Stop
          </Button>
        ) : null}
        {canWrite && view.completed ? (
          <>
            <Button
              variant={broken > 0 ? 'default' : 'filled'}
              leftSection={<RotateCcw size={14} />}
              data-tour="report-retry"
              loading={retry.isPending}
              onClick={() => void again(false)}
            >
              Retry
            </Button>
            {broken > 0 ? (
              <Button data-tour="report-retry-failed" loading={retry.isPending} onClick={() => void again(true)}>
                Retry failed
              </Button>
            ) : null}
          </>
        ) : null}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a form's look and meaning to a row of filters */}
      <div className={classes.counts} role="group" aria-label="Filter steps by status">
        {statusOrder
          .filter((item) => runStatuses.includes(item) && view.counts[item] > 0)
          .map((item) => (
            <button
              key={item}
              type="button"
              className={classes.count}
              aria-pressed={status === item}
              onClick={() => onStatus(status === item ? undefined : item)}
            >
              <StatusGlyph status={item} decorative />
              <strong>{formatCount(view.counts[item])}</strong> {statusWords[item].toLowerCase()}
            </button>
          ))}
      </div>
      <SegmentedBar counts={view.counts} />
      {view.message ? <p className={view.status === 'error' ? undefined : 'dim'}>{view.message}</p> : null}
      {share.dialog}
    </header>
  );
}
