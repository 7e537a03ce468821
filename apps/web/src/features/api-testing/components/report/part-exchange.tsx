import { useQuery } from '@tanstack/react-query';
import type { StepSummary } from '@touchstone/contracts/api-testing';
import { Loaded } from '../../../../ui/loaded.tsx';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { useTraceTabs } from '../../../runs/index.ts';
import { decisiveStepQuery, fetchBody, stepQuery } from '../../api/executions.queries.ts';
import { ExchangeTabs } from '../exchange/exchange-tabs.tsx';
import classes from './report.module.css';

/**
 * PartExchange shows, for a run that is part of another, the step that explains its outcome: assertions, request and
 * response.
 */
export function PartExchange({ runId }: { runId: string }) {
  const step = useQuery(decisiveStepQuery(runId));
  return (
    <Loaded query={{ ...step, data: step.data === undefined ? undefined : { step: step.data } }}>
      {({ step: found }) => (found ? <Exchange runId={runId} step={found} /> : <p className="dim">No steps</p>)}
    </Loaded>
  );
}

function Exchange({ runId, step }: { runId: string; step: StepSummary }) {
  const detail = useQuery(stepQuery(runId, step.stepId, `${step.attempt}-${step.status}`));
  const traces = useTraceTabs(
    { runId, stepId: step.stepId, address: detail.data?.exchange?.request?.url },
    detail.isSuccess,
  );
  return (
    <Loaded query={detail}>
      {(found) => (
        <>
          <p className="row">
            <StatusGlyph status={step.status} />
            <span className="ellipsis">{step.name}</span>
          </p>
          {found.error ? (
            <p>
              {found.error.message} <code>{found.error.code}</code>
            </p>
          ) : null}
          <div className={classes.part}>
            <ExchangeTabs
              detail={found}
              initial="assertions"
              order="report"
              more={traces}
              loadBody={(side) => fetchBody(runId, step.stepId, side)}
            />
          </div>
        </>
      )}
    </Loaded>
  );
}
