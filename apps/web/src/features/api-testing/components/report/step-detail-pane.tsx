import { useQuery } from '@tanstack/react-query';
import type { ExecutionSummary, StepSummary } from '@touchstone/contracts/api-testing';
import { useEffect, useRef } from 'react';
import { formatDuration } from '../../../../shared/format.ts';
import { Problem } from '../../../../ui/page.tsx';
import { statusWords } from '../../../../ui/status/status.ts';
import { StatusGlyph, StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { useTraceTabs } from '../../../runs/index.ts';
import { fetchBody, stepQuery } from '../../api/executions.queries.ts';
import { useScriptOutcomes } from '../../api/outcomes.queries.ts';
import { ExchangeTabs } from '../exchange/exchange-tabs.tsx';
import { flakyHint, LatestOutcomes } from './latest-outcomes.tsx';
import classes from './report.module.css';
import { StepSkeleton } from './report-skeleton.tsx';
import { StepActions } from './step-actions.tsx';

interface Props {
  run: Pick<ExecutionSummary, 'runId' | 'projectId' | 'environmentName'>;
  step: StepSummary;
  canWrite: boolean;
  /** On a small screen the step replaces the list. */
  isInFront: boolean;
}

/** Moves the focus to the heading of a step that comes into view, unless the user is working elsewhere on the page. */
function useFocusOfStep(stepId: string, isInFront: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that another step is shown
  useEffect(() => {
    if (!isInFront) return;
    const { activeElement } = document;
    // On a small screen the selected row may now be hidden.
    const isHidden = activeElement?.checkVisibility?.() === false;
    if (activeElement === document.body || isHidden || activeElement?.matches('main, h1'))
      heading.current?.focus({ preventScroll: true });
  }, [stepId, isInFront]);
  return heading;
}

/** How a step ended, in one line. */
function StepMeta({ step, nextStep }: { step: StepSummary; nextStep: string | null | undefined }) {
  return (
    <div className={`${classes.meta} num`}>
      <span>{statusWords[step.status]}</span>
      <span>{step.suiteName}</span>
      {step.statusCode === null ? null : <span>{step.statusCode}</span>}
      {step.durationMs === null ? null : <span>{formatDuration(step.durationMs)}</span>}
      {step.occurrence ? <span>time {step.occurrence}</span> : null}
      {step.attempt > 1 ? <span>{step.attempt} attempts</span> : null}
      {nextStep ? <span>went on with {nextStep}</span> : null}
      {nextStep === null ? <span>ended the sequence</span> : null}
    </div>
  );
}

/** Shows the last 20 results of a step's script. Reserves its line while loading. */
function StepOutcomes({ run: { runId, projectId }, step: { name, scriptId } }: Pick<Props, 'run' | 'step'>) {
  const found = useScriptOutcomes(projectId, scriptId ? [[scriptId]] : []).get(scriptId ?? '');
  if (!scriptId) return null;
  return (
    <div className={classes.outcomes}>
      {found ? <span className="dim">Last runs</span> : null}
      <LatestOutcomes of={name} found={found} currentRunId={runId} />
      {found?.isFlaky ? (
        <span title={flakyHint}>
          <StatusLabel status="flaky" />
        </span>
      ) : null}
    </div>
  );
}

/** StepDetailPane shows a step of a run in full: assertions, request, response, timing and extracted values. */
export function StepDetailPane({ run, step, canWrite, isInFront }: Props) {
  const { runId } = run;
  const heading = useFocusOfStep(step.stepId, isInFront);
  const detail = useQuery(stepQuery(runId, step.stepId, `${step.attempt}-${step.status}`));
  const address = detail.data?.exchange?.request?.url;
  const traces = useTraceTabs({ runId, stepId: step.stepId, address }, detail.data?.stepId === step.stepId);
  const { error } = detail.data ?? {};
  const reason = error?.message ?? (step.status === 'skipped' ? step.message : null);
  return (
    <section
      style={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
      aria-label={`Step ${step.name}`}
    >
      <div className={classes.detailHead}>
        <StatusGlyph status={step.status} size={18} />
        <div className="grow">
          <h2 ref={heading} tabIndex={-1} className={`${classes.detailTitle} ellipsis`}>
            {step.name}
          </h2>
          <StepMeta step={step} nextStep={detail.data?.nextStep} />
          <StepOutcomes run={run} step={step} />
        </div>
        <StepActions run={run} step={step} detail={detail.data} canWrite={canWrite} />
      </div>
      {reason ? (
        <div className={classes.message}>
          {reason} {error ? <code>{error.code}</code> : null}
        </div>
      ) : null}
      {detail.data?.unresolved.length ? (
        <div className={classes.message} style={{ borderLeftColor: 'var(--warn)' }}>
          No value for {detail.data.unresolved.map((item) => `{{${item.name}}} (${item.place})`).join(', ')}. Define it
          in the environment.
        </div>
      ) : null}
      <div className="grow" style={{ minHeight: 0 }}>
        {detail.isError ? <Problem error={detail.error} onRetry={() => void detail.refetch()} /> : null}
        {detail.data ? (
          <ExchangeTabs
            key={step.stepId}
            detail={detail.data}
            initial="assertions"
            order="report"
            more={traces}
            loadBody={(side) => fetchBody(runId, step.stepId, side)}
          />
        ) : detail.isError ? null : (
          <StepSkeleton />
        )}
      </div>
    </section>
  );
}
