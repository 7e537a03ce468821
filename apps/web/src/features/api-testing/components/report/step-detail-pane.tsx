import { useQuery } from '@tanstack/react-query';
import type { StepSummary } from '@touchstone/contracts/api-testing';
import { Link } from 'react-router';
import { formatDuration } from '../../../../shared/format.ts';
import { Late, Problem } from '../../../../ui/page.tsx';
import { statusWords } from '../../../../ui/status/status.ts';
import { StatusGlyph, StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { fetchBody, stepQuery } from '../../api/executions.queries.ts';
import { useScriptOutcomes } from '../../api/outcomes.queries.ts';
import { apiTestingPaths } from '../../paths.ts';
import { ExchangeTabs } from '../exchange/exchange-tabs.tsx';
import { flakyHint, LatestOutcomes } from './latest-outcomes.tsx';
import classes from './report.module.css';

interface Props {
  runId: string;
  projectId: string;
  step: StepSummary;
}

/** StepMeta tells in one line how a step ended. */
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

/** StepOutcomes shows how the script of a step went in the last 20 runs. Its line is there before the answer is. */
function StepOutcomes({ runId, projectId, step: { name, scriptId } }: Props) {
  const found = useScriptOutcomes(projectId, scriptId ? [[scriptId]] : []).get(scriptId ?? '');
  if (!scriptId) return null;
  return (
    <div className={classes.outcomes}>
      <LatestOutcomes of={name} found={found} currentRunId={runId} />
      {found?.isFlaky ? (
        <span title={flakyHint}>
          <StatusLabel status="flaky" />
        </span>
      ) : null}
    </div>
  );
}

/** StepDetailPane shows one step of a run whole: what was asserted, sent, received, measured and extracted. */
export function StepDetailPane({ runId, projectId, step }: Props) {
  const detail = useQuery(stepQuery(runId, step.stepId, `${step.attempt}-${step.status}`));
  const { error } = detail.data ?? {};
  const reason = error?.message ?? (step.status === 'skipped' ? step.message : null);
  return (
    <section
      style={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}
      aria-label={`Step ${step.name}`}
    >
      <div className={classes.detailHead}>
        <StatusGlyph status={step.status} size={18} />
        <div className="grow">
          <h2 className={`${classes.detailTitle} ellipsis`}>{step.name}</h2>
          <StepMeta step={step} nextStep={detail.data?.nextStep} />
          <StepOutcomes runId={runId} projectId={projectId} step={step} />
        </div>
        {step.suiteId && step.scriptId ? (
          <Link className="link" to={apiTestingPaths.suite(step.suiteId, projectId, step.scriptId)}>
            Edit script
          </Link>
        ) : null}
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
            loadBody={(side) => fetchBody(runId, step.stepId, side)}
          />
        ) : detail.isError ? null : (
          <Late>
            <p className="dim" style={{ padding: 16 }}>
              Loading the step…
            </p>
          </Late>
        )}
      </div>
    </section>
  );
}
