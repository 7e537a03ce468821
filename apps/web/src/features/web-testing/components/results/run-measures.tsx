import type { ScriptStepResult } from '@touchstone/contracts/web-testing';
import { Link } from 'react-router';
import { formatDuration } from '../../../../shared/format.ts';
import { measuresOf } from '../../model/run-measures.ts';
import { webTestingPaths } from '../../paths.ts';

/** RunMeasures shows the times that a run measured, each linked to its step, or to the slowest of several. */
export function RunMeasures({ runId, steps }: { runId: string; steps: readonly ScriptStepResult[] }) {
  const measures = measuresOf(steps);
  if (measures.length === 0) return null;
  return (
    <ul className="row wraps" aria-label="Measures" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
      {measures.map(({ name, count, minMs, maxMs, slowest }) => (
        <li key={name}>
          <Link className="link" to={webTestingPaths.result(runId, { step: slowest })}>
            {name}
          </Link>{' '}
          <span className="num">
            {minMs === maxMs ? '' : `${formatDuration(minMs)} – `}
            {formatDuration(maxMs)}
          </span>
          {count > 1 ? <span className="dim"> {count} times</span> : null}
        </li>
      ))}
    </ul>
  );
}
