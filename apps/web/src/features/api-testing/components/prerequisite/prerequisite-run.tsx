import { ActionIcon, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ExecutionSummary, StepSummary } from '@touchstone/contracts/api-testing';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { formatDuration } from '../../../../shared/format.ts';
import { toastError } from '../../../../shared/toasts.ts';
import { Problem } from '../../../../ui/page.tsx';
import { StatusGlyph, StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { useExecutionMutations } from '../../api/executions.mutations.ts';
import { executionQuery, stepQuery } from '../../api/executions.queries.ts';
import { useAfterPrerequisites } from '../../api/prerequisites.mutations.ts';
import { useLiveRun } from '../../api/run-events.ts';
import classes from './prerequisite.module.css';

interface Props {
  runId: string;
  canWrite: boolean;
  isRetrying: boolean;
  onRetry: () => void;
  onClose: () => void;
}

/** PrerequisiteRun follows a run of prerequisites: each result or error, and a retry. */
export function PrerequisiteRun(props: Props) {
  const run = useQuery(executionQuery(props.runId));
  if (run.isError) return <Problem error={run.error} onRetry={() => void run.refetch()} />;
  return run.data ? <LiveResult key={props.runId} run={run.data} {...props} /> : null;
}

function LiveResult({ run, runId, canWrite, isRetrying, onRetry, onClose }: Props & { run: ExecutionSummary }) {
  const { view, error } = useLiveRun(run, { quiet: true });
  const { stop } = useExecutionMutations();
  const afterwards = useAfterPrerequisites();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the run has ended
  useEffect(() => {
    if (view.completed) void afterwards();
  }, [view.completed]);
  const failed = view.completed && view.status !== 'passed';
  return (
    <section aria-label="Result of the prerequisites">
      <div className={classes.head}>
        <h2 className="grow">
          <StatusLabel status={view.status}>Result</StatusLabel>
        </h2>
        {failed && canWrite ? (
          <Button loading={isRetrying} onClick={onRetry}>
            Retry
          </Button>
        ) : null}
        {view.completed ? (
          <ActionIcon size={24} aria-label="Close the result" onClick={onClose}>
            <X size={15} />
          </ActionIcon>
        ) : canWrite ? (
          <Button variant="default" onClick={() => void stop.mutateAsync(runId).catch(toastError)}>
            Stop
          </Button>
        ) : null}
      </div>
      {error ? <Problem error={error} /> : null}
      <div aria-live="polite">
        {view.steps.map((step) => (step ? <StepResult key={step.stepId} runId={runId} step={step} /> : null))}
      </div>
      {view.status === 'passed' ? (
        <p className="dim" style={{ padding: '12px 16px' }}>
          All prerequisites passed in {formatDuration(view.durationMs)}.
        </p>
      ) : null}
    </section>
  );
}

function StepResult({ runId, step }: { runId: string; step: StepSummary }) {
  const hasEnded = step.status === 'passed' || step.status === 'failed' || step.status === 'error';
  const detail = useQuery({ ...stepQuery(runId, step.stepId, step.status), enabled: hasEnded });
  const values = detail.data?.extracted.filter((item) => item.found) ?? [];
  return (
    <div className={classes.step}>
      <div className="row">
        <StatusGlyph status={step.status} />
        <span className="grow ellipsis">{step.name}</span>
        <span className="mono dim num">{step.durationMs === null ? '' : formatDuration(step.durationMs)}</span>
      </div>
      {step.message ? (
        <p className={step.status === 'skipped' ? 'dim' : classes.problem}>{step.message}</p>
      ) : values.length > 0 ? (
        <dl className={classes.values}>
          {values.map(({ name, value }) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value === '' ? <span className="dim">empty</span> : value}</dd>
            </div>
          ))}
        </dl>
      ) : detail.data ? (
        <p className="dim">No values set.</p>
      ) : null}
      {detail.data?.logs?.length ? <pre className="mono dim">{detail.data.logs.join('\n')}</pre> : null}
    </div>
  );
}
