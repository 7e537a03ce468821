import { Modal, Select, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComparedNode, FlowComparison, NodeComparison, ValueDifference } from '@touchstone/contracts/flows';
import { useState } from 'react';
import { formatCount, formatDuration } from '../../../../shared/format.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { comparisonQuery, otherRunsQuery } from '../../api/comparison.queries.ts';
import { runStates } from '../../model/run-state.ts';
import classes from './compare-dialog.module.css';

interface Props {
  run: { runId: string; flowId: string; flowName: string };
  projectId: string;
  onClose: () => void;
}

/** CompareDialog compares a run with an earlier one, block by block: result, duration, every differing value. */
export function CompareDialog({ run, projectId, onClose }: Props) {
  const [withRunId, setWithRunId] = useState<string | null>(null);
  const [isOnlyChanged, setOnlyChanged] = useState(true);
  const others = useQuery(otherRunsQuery(run, projectId)).data ?? [];
  const comparison = useQuery(comparisonQuery(run.runId, withRunId ?? undefined));
  return (
    <Modal opened onClose={onClose} title={`Compare ${run.flowName}`} size="xl">
      <div className={classes.bar}>
        <Select
          label="Compare with"
          placeholder="The last run that passed"
          clearable
          searchable
          data={others.map(({ runId, number, executionStatus, createdAt }) => ({
            value: runId,
            label: `#${number} · ${executionStatus} · ${new Date(createdAt).toLocaleString()}`,
          }))}
          value={withRunId}
          onChange={setWithRunId}
        />
        <Switch
          label="Only what differs"
          checked={isOnlyChanged}
          onChange={(event) => setOnlyChanged(event.currentTarget.checked)}
        />
      </div>
      <Loaded query={comparison}>{(found) => <Comparison comparison={found} isOnlyChanged={isOnlyChanged} />}</Loaded>
    </Modal>
  );
}

function Comparison({
  comparison: { before, after, nodes },
  isOnlyChanged,
}: {
  comparison: FlowComparison;
  isOnlyChanged: boolean;
}) {
  const shown = isOnlyChanged ? nodes.filter(({ change }) => change !== 'same') : nodes;
  return (
    <>
      <p className={`dim ${classes.facts}`}>
        Earlier: run {before.number === null ? '' : `#${before.number}`}, <RelativeTime at={before.createdAt} />,{' '}
        {formatDuration(before.durationMs)}. This run: {formatDuration(after.durationMs)}.{' '}
        {before.revision === after.revision ? '' : 'The workflow was changed in between.'}
      </p>
      {shown.length === 0 ? (
        <p className={classes.none}>
          {nodes.length === 1
            ? 'Nothing differs in the one block.'
            : `Nothing differs in ${formatCount(nodes.length)} blocks.`}
        </p>
      ) : (
        <ul className={classes.nodes} aria-label="Blocks">
          {shown.map((node) => (
            <NodeRow key={node.node} comparison={node} />
          ))}
        </ul>
      )}
    </>
  );
}

const changeWords: Record<NodeComparison['change'], string> = {
  same: 'Same',
  changed: 'Changed',
  added: 'New block',
  removed: 'Deleted block',
};

function NodeRow({ comparison: { change, before, after, differences, isCut } }: { comparison: NodeComparison }) {
  return (
    <li className={classes.node}>
      <div className={classes.head}>
        <strong className="ellipsis">{(after ?? before)?.name}</strong>
        <span className="dim">{changeWords[change]}</span>
        <Side side={before} empty="Was not there" />
        <Side side={after} empty="Is not there" />
      </div>
      {differences.length > 0 ? (
        <table className={classes.values}>
          <thead>
            <tr>
              <th>Value</th>
              <th>Earlier</th>
              <th>This run</th>
            </tr>
          </thead>
          <tbody>
            {differences.map((difference) => (
              <tr key={difference.path}>
                <td className="mono">{difference.path}</td>
                <Value of={difference} side="before" />
                <Value of={difference} side="after" />
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {isCut ? <p className="dim">More values differ; the first {differences.length} are shown.</p> : null}
    </li>
  );
}

function Side({ side, empty }: { side: ComparedNode | null; empty: string }) {
  if (!side) return <span className="dim">{empty}</span>;
  const { status, attempt, durationMs, message } = side;
  return (
    <span className={classes.side}>
      <StatusLabel status={runStates[status].glyph}>{runStates[status].word}</StatusLabel>
      <span className="dim">
        {durationMs === null ? '' : formatDuration(durationMs)}
        {attempt > 1 ? ` · attempt ${attempt}` : ''}
      </span>
      {message ? <span className={classes.message}>{message}</span> : null}
    </span>
  );
}

function Value({ of, side }: { of: ValueDifference; side: 'before' | 'after' }) {
  const value = of[side];
  if (value === undefined) return <td className="dim">–</td>;
  return <td className={`mono ${classes.value}`}>{typeof value === 'string' ? value : JSON.stringify(value)}</td>;
}
