import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FlowRunState } from '@touchstone/contracts/flows';
import { Link } from 'react-router';
import { formatCount } from '../../../../shared/format.ts';
import { SegmentedBar } from '../../../../ui/chart/segmented-bar.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { RunningTime } from '../../../../ui/status/running-time.tsx';
import { type Status, statusWords } from '../../../../ui/status/status.ts';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { useLiveFlowRun } from '../../../flows/index.ts';
import { runPaths } from '../../../runs/paths.ts';
import { executionQuery, isOver } from '../../api/executions.queries.ts';
import { orchestrationKeys } from '../../api/orchestration.queries.ts';
import { clockText } from '../../model/clock.ts';
import { orchestrationPaths } from '../../paths.ts';
import { ExecutedScripts } from './executed-scripts.tsx';
import classes from './reports.module.css';

/** ExecutionDetail shows an execution: its status and time, configuration, scripts and their steps. */
export function ExecutionDetail({ runId }: { runId: string }) {
  const execution = useQuery(executionQuery(runId));
  useLiveFlowRun(orchestrationKeys.all[0], runId, execution.data !== undefined && !isOver(execution.data));
  return (
    <Loaded query={execution} back={{ label: 'All executions', path: orchestrationPaths.reports() }}>
      {(run) => (
        <article className={classes.detail} aria-label="Execution">
          <Head run={run} answeredAt={execution.dataUpdatedAt} />
          <ExecutedScripts key={runId} runId={runId} isRunning={!isOver(run)} />
          <div className="visually-hidden" role="status" aria-live="polite">
            {isOver(run) ? `Execution finished: ${run.executionStatus}` : ''}
          </div>
        </article>
      )}
    </Loaded>
  );
}

const countedStatuses = [
  'passed',
  'failed',
  'error',
  'running',
  'queued',
  'skipped',
  'cancelled',
] as const satisfies readonly Status[];

function Head({ run, answeredAt }: { run: FlowRunState; answeredAt: number }) {
  const { runId, flowId, flowName, status, executionStatus, counts, message, durationMs } = run;
  return (
    <header className={classes.head}>
      <div className="row wraps" style={{ gap: 8 }}>
        <h2 className="ellipsis">{flowName}</h2>
        <Button variant="default" component={Link} to={orchestrationPaths.workflow(flowId, runId)}>
          Open canvas
        </Button>
        <Button variant="default" component={Link} to={runPaths.run(runId)}>
          Open report
        </Button>
      </div>
      <div className="row wraps" style={{ gap: 16 }}>
        <StatusLabel status={status}>{executionStatus}</StatusLabel>
        <RunningTime
          label="Execution time"
          durationMs={durationMs}
          answeredAt={answeredAt}
          isRunning={status === 'running'}
          format={clockText}
        />
        <span className="dim">
          <RelativeTime at={run.createdAt} />
        </span>
      </div>
      <SegmentedBar counts={counts} />
      <ul className={`${classes.scripts} row wraps`} style={{ gap: 16 }} aria-label="Blocks by status">
        {countedStatuses
          .filter((word) => counts[word] > 0 || ['passed', 'failed', 'error'].includes(word))
          .map((word) => (
            <li key={word}>
              <StatusLabel status={word}>
                {statusWords[word]} <span className="num">{formatCount(counts[word])}</span>
              </StatusLabel>
            </li>
          ))}
      </ul>
      {message ? <p style={{ overflowWrap: 'anywhere' }}>{message}</p> : null}
      <section aria-label="Run configuration">
        <h3 className="eyebrow">Run configuration</h3>
        <Configuration run={run} />
      </section>
    </header>
  );
}

function Configuration({ run: { configuration, document, revision } }: { run: FlowRunState }) {
  const { name, environmentName, variables } = configuration;
  const parallel = configuration.parallel ?? document.flow.parallel;
  const given = Object.entries(variables).map(
    ([key, value]) => `${key} = ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const facts = [
    ...(name === null ? [] : [{ label: 'Configuration', value: name }]),
    { label: 'Environment', value: environmentName ?? 'None' },
    { label: 'Variables', value: given.join(', ') || 'None' },
    ...(typeof parallel === 'number' ? [{ label: 'Parallel blocks', value: formatCount(parallel) }] : []),
    { label: 'Revision', value: formatCount(revision) },
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
