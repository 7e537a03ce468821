import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { RunStep } from '@touchstone/contracts/runs';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatCount, formatDuration } from '../../../shared/format.ts';
import { BlankLines } from '../../../ui/blank/blank.tsx';
import { inOrder } from '../../../ui/in-order.tsx';
import { Problem } from '../../../ui/page.tsx';
import { StatusGlyph } from '../../../ui/status/status-glyph.tsx';
import { useRows } from '../../../ui/table/use-rows.ts';
import { isFinal, progressQuery, stepsQuery } from '../api/runs.queries.ts';
import classes from './runs.module.css';
import { StepTraces } from './traces/step-traces.tsx';

/**
 * StepTree shows the steps of a run level by level; a click expands a container, active ones are expanded. J and K
 * move.
 */
export function StepTree({ runId }: { runId: string }) {
  useRows();
  return <StepLevel runId={runId} parentId="none" label="Steps" />;
}

function StepLevel({ runId, parentId, label }: { runId: string; parentId: string; label: string }) {
  const steps = useInfiniteQuery(stepsQuery(runId, parentId));
  if (steps.isError && !steps.data) return <Problem error={steps.error} onRetry={() => void steps.refetch()} />;
  const shown = steps.data?.pages.flatMap(({ content }) => content) ?? [];
  const left = (steps.data?.pages.at(-1)?.totalElements ?? 0) - shown.length;
  return (
    <>
      {steps.isPending ? <BlankLines count={3} line={34} /> : null}
      <ul className={classes.tree} aria-label={label} aria-busy={steps.isPending}>
        {shown.map((step) => (
          <li key={step.stepId}>
            {step.isContainer ? <Container runId={runId} step={step} /> : <Step runId={runId} step={step} />}
          </li>
        ))}
      </ul>
      {steps.isSuccess && shown.length === 0 ? <p className={`dim ${classes.more}`}>No steps</p> : null}
      {steps.hasNextPage ? (
        <div className={classes.more}>
          <Button variant="default" loading={steps.isFetchingNextPage} onClick={() => void steps.fetchNextPage()}>
            Show more ({formatCount(left)} left)
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Container({ runId, step }: { runId: string; step: RunStep }) {
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? step.status !== 'queued';
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <div className={classes.step} data-row>
        <button type="button" className={classes.toggle} aria-expanded={isOpen} onClick={() => setChosen(!isOpen)}>
          <Chevron size={14} aria-hidden />
          <StatusGlyph status={step.status} />
          <span className={classes.title}>{step.title}</span>
        </button>
        <span className="grow" />
        <span className="num dim">{formatDuration(step.durationMs)}</span>
      </div>
      {isOpen ? <StepLevel runId={runId} parentId={step.stepId} label={step.title} /> : null}
    </>
  );
}

/** Shows a step; for the one in the address also what it caused in other services. */
function Step({ runId, step }: { runId: string; step: RunStep }) {
  const { stepId, status, title, subtitle, badges, durationMs } = step;
  const progress = useQuery({ ...progressQuery(runId), select: (all) => all[stepId] }).data;
  const message = step.message ?? (status === 'running' ? progress : null);
  const [params] = useSearchParams();
  const isNamed = params.get('step') === stepId;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNamed) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isNamed]);
  return (
    <>
      <div
        ref={row}
        className={classes.step}
        data-row
        data-named={isNamed || undefined}
        aria-current={isNamed ? 'true' : undefined}
        tabIndex={-1}
      >
        <StatusGlyph status={status} />
        <span className={classes.title}>
          {title} {subtitle ? <span className="dim">{subtitle}</span> : null}
          {message ? (
            <div className={status === 'skipped' || status === 'running' ? 'dim' : undefined}>{message}</div>
          ) : null}
        </span>
        {inOrder(badges, (badge) => (
          <span className={classes.badge}>{badge}</span>
        ))}
        <span className="num dim">{formatDuration(durationMs)}</span>
      </div>
      {isNamed && isFinal(status) ? <StepTraces runId={runId} stepId={stepId} /> : null}
    </>
  );
}
