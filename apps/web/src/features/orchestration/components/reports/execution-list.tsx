import type { FlowRunSummary } from '@touchstone/contracts/flows';
import { runTitle } from '@touchstone/contracts/runs';
import { formatDuration } from '../../../../shared/format.ts';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { useRows } from '../../../../ui/table/use-rows.ts';
import classes from './reports.module.css';

interface Props {
  runs: readonly FlowRunSummary[];
  chosen: string | undefined;
  onChoose: (runId: string) => void;
}

/** ExecutionList lists executions; J and K move, Enter selects one. */
export function ExecutionList({ runs, chosen, onChoose }: Props) {
  useRows();
  return (
    <ul className={classes.runs} aria-label="Executions">
      {runs.map((run) => (
        <li key={run.runId} data-row>
          <button
            type="button"
            className={classes.row}
            aria-current={run.runId === chosen}
            onClick={() => onChoose(run.runId)}
          >
            <StatusGlyph status={run.status} />
            <span className="ellipsis">{runTitle({ name: run.flowName, number: run.number })}</span>
            <span className="num dim">{formatDuration(run.durationMs)}</span>
            <span className={`dim ellipsis ${classes.second}`}>
              {run.projectName} · {run.startedBy} · <RelativeTime at={run.createdAt} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
