import { Modal } from '@mantine/core';
import type { StepComparison } from '@touchstone/contracts/api-testing';
import { Link } from 'react-router';
import { formatDuration } from '../../../../shared/format.ts';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { apiTestingPaths } from '../../paths.ts';
import { BodyComparison } from './body-comparison.tsx';
import classes from './step-comparison.module.css';

interface Props {
  step: StepComparison;
  baseRunId: string;
  runId: string;
  onClose: () => void;
}

/** StepComparisonDialog shows all differences between two results of a step. */
export function StepComparisonDialog({ step, baseRunId, runId, onClose }: Props) {
  const { assertions, body, isBodySame, timing } = step;
  return (
    <Modal opened onClose={onClose} title={step.name} size={1100}>
      <div className={classes.sides}>
        <Side label="Before" runId={baseRunId} side={step.base} />
        <Side label="After" runId={runId} side={step.current} />
      </div>
      {timing === 'similar' ? null : <p className="dim">The request was {timing}.</p>}
      {assertions.length > 0 ? (
        <Changes
          title="Assertions"
          rows={assertions.map((item) => ({ place: item.name, before: item.before, after: item.after }))}
        />
      ) : null}
      {body.length > 0 ? (
        <Changes
          title="Body"
          rows={body.map((item) => ({
            place: item.path,
            before: item.kind === 'added' ? 'nothing' : item.before,
            after: item.kind === 'removed' ? 'nothing' : item.after,
          }))}
        />
      ) : null}
      {assertions.length === 0 && isBodySame ? <p className="dim">Assertions and body are the same.</p> : null}
      {step.base && step.current && !isBodySame ? (
        <div style={{ marginTop: 12 }}>
          <BodyComparison
            name={step.name}
            base={{ runId: baseRunId, stepId: step.base.stepId }}
            current={{ runId, stepId: step.current.stepId }}
          />
        </div>
      ) : null}
    </Modal>
  );
}

function Side({ label, runId, side }: { label: string; runId: string; side: StepComparison['base'] }) {
  return (
    <div>
      <div className="dim">{label}</div>
      {side ? (
        <>
          <StatusLabel status={side.status}>
            {side.statusCode ?? ''} <span className="dim num">{formatDuration(side.durationMs)}</span>
          </StatusLabel>{' '}
          <Link className="link" to={`${apiTestingPaths.report(runId)}?step=${side.stepId}`}>
            Open step
          </Link>
        </>
      ) : (
        <span className="dim">not in this run</span>
      )}
    </div>
  );
}

function Changes({ title, rows }: { title: string; rows: { place: string; before: string; after: string }[] }) {
  return (
    <table className={classes.changes}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Place</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ place, before, after }) => (
          <tr key={place}>
            <td className="mono">{place}</td>
            <td className="mono">{before}</td>
            <td className="mono">{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
