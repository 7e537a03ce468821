import { Button } from '@mantine/core';
import type { FlowNode } from '@touchstone/engine-flow/core';
import { RotateCw } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { BlankLines } from '../../../../ui/blank/blank.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { RunSteps, StepTraces } from '../../../runs/index.ts';
import type { BlockKind } from '../../model/kinds.ts';
import { type NodeRunDetail, runStates } from '../../model/run-state.ts';
import classes from './panels.module.css';
import { ValueList } from './value-list.tsx';

const wasReached = ({ status }: NodeRunDetail): boolean => status !== 'pending' && status !== 'skipped';

const hasEnded = ({ status }: NodeRunDetail): boolean => status === 'passed' || status === 'failed';

/** The address that a request block called. */
const addressOf = (detail: unknown): string | undefined =>
  (detail as { request?: { url?: string } } | null | undefined)?.request?.url;

function RowsOfRun({ total, ended, failed }: NonNullable<NodeRunDetail['items']>) {
  return (
    <p>
      Rows: {ended} of {total}
      {failed > 0 ? ` · ${failed} failed` : ''}
    </p>
  );
}

/** The requests and responses of a block's run, or its steps. */
function PartOfRun({ runId, kind }: { runId: string; kind: BlockKind | undefined }) {
  const Part = kind?.look?.Part ?? RunSteps;
  return (
    <section aria-label="Run of this block">
      <Suspense fallback={<BlankLines count={3} />}>
        <Part key={runId} runId={runId} />
      </Suspense>
    </section>
  );
}

interface Props {
  run: NodeRunDetail;
  node: FlowNode;
  kind: BlockKind | undefined;
  onRerun: ((nodeId: string) => void) | undefined;
}

/** RunOfNode shows a block in a run: its state, inputs and outputs. */
export function RunOfNode({ run, node, kind, onRerun }: Props) {
  const { glyph, word } = runStates[run.status];
  const Answer = kind?.look?.Answer;
  return (
    <div className={classes.list} style={{ gap: 8, marginBottom: 12 }}>
      <StatusLabel status={glyph}>
        {word}
        {run.attempt > 1 ? ` · attempt ${run.attempt}` : ''}
      </StatusLabel>
      {run.message ? <p>{run.message}</p> : null}
      {run.items ? <RowsOfRun {...run.items} /> : null}
      {Answer && run.status === 'waiting' ? <Answer node={node} runId={run.runId} detail={run.detail} /> : null}
      {run.childRunId && wasReached(run) ? <PartOfRun runId={run.childRunId} kind={kind} /> : null}
      {run.link ? <Link to={run.link}>Open the run of this block</Link> : null}
      {onRerun && wasReached(run) ? (
        <>
          <Button variant="default" leftSection={<RotateCw size={14} />} onClick={() => onRerun(node.id)}>
            Run again from here
          </Button>
          <p className="dim">Keeps what earlier blocks gave, and runs this block and every block after it.</p>
        </>
      ) : null}
      {Object.keys(run.inputs).length > 0 ? <ValueList title="Inputs of the run" values={run.inputs} /> : null}
      {Object.keys(run.outputs).length > 0 ? <ValueList title="Outputs of the run" values={run.outputs} /> : null}
      {run.stepId && hasEnded(run) ? (
        <StepTraces runId={run.runId} stepId={run.stepId} address={addressOf(run.detail)} />
      ) : null}
      {run.childRunId || run.detail === null || run.detail === undefined ? null : (
        <>
          <h3 className="eyebrow">Details</h3>
          <pre className={classes.values}>{JSON.stringify(run.detail, null, 2)}</pre>
        </>
      )}
    </div>
  );
}
