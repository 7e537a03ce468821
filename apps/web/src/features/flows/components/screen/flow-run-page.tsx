import { Button } from '@mantine/core';
import type { FlowRunState } from '@touchstone/contracts/flows';
import { finalRunStatuses } from '@touchstone/contracts/runs';
import { useEffect, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatDuration } from '../../../../shared/format.ts';
import { toastError } from '../../../../shared/toasts.ts';
import { Page } from '../../../../ui/page.tsx';
import { RunningTime } from '../../../../ui/status/running-time.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { useFlowMutations } from '../../api/flows.mutations.ts';
import type { FlowDocument } from '../../model/document/flow-document.ts';
import { FlowEditor } from '../../model/editor.ts';
import type { BlockKinds } from '../../model/kinds.ts';
import type { NodeRunDetail } from '../../model/run-state.ts';
import { CompareDialog } from '../run/compare-dialog.tsx';
import { Workbench } from '../workbench/workbench.tsx';
import type { FlowHome } from './flow-home.ts';

interface Props {
  run: Omit<FlowRunState, 'document'> & { document: FlowDocument };
  kinds: BlockKinds;
  home: FlowHome;
  /** When the server responded, by this browser's clock. */
  answeredAt: number;
}

/** FlowRunPage shows a run on the canvas, with the workflow as it was when the run started, also while in progress. */
export function FlowRunPage({ run, kinds, home, answeredAt }: Props) {
  const { project, flowPath } = home;
  const navigate = useNavigate();
  const { rerun } = useFlowMutations();
  const runAgain = (fromNode: string) => {
    if (rerun.isPending) return;
    rerun
      .mutateAsync({ runId: run.runId, fromNode })
      .then(({ runId }) => navigate(flowPath(run.flowId, runId)))
      .catch(toastError);
  };
  const [isComparing, setComparing] = useState(false);
  const [editor] = useState(() => new FlowEditor(run.document, kinds));
  const states = useMemo(
    () =>
      new Map<string, NodeRunDetail>(
        run.nodes.map(({ node, childLink, ...state }) => [node, { ...state, runId: run.runId, link: childLink }]),
      ),
    [run.nodes, run.runId],
  );
  const isAsking = (id: string) => {
    const node = run.document.flow.nodes.find((one) => one.id === id);
    return node !== undefined && kinds.find(node.kind)?.look?.Answer !== undefined;
  };
  // What needs a person, or what went wrong.
  const first =
    run.nodes.find(({ status, node }) => status === 'waiting' && isAsking(node)) ??
    run.nodes.find(({ status }) => status === 'failed');
  const shown = first?.node;
  useEffect(() => {
    if (shown !== undefined && editor.getView().current === undefined) editor.goTo(shown);
  }, [editor, shown]);
  return (
    <Page
      title={run.flowName}
      documentTitle={`Run of ${run.flowName} · ${project.projectName}`}
      meta={
        <span className="row" style={{ gap: 12, flexWrap: 'wrap' }}>
          {home.way}
          <StatusLabel status={run.status}>{run.executionStatus}</StatusLabel>
          <RunningTime
            label="Duration"
            durationMs={run.durationMs}
            answeredAt={answeredAt}
            isRunning={run.status === 'running'}
            format={formatDuration}
          />
          {run.message ? <span>{run.message}</span> : null}
        </span>
      }
      actions={
        <>
          <Button variant="default" onClick={() => setComparing(true)}>
            Compare
          </Button>
          <Button variant="default" component={Link} to={flowPath(run.flowId)}>
            Edit workflow
          </Button>
          <Button component={Link} to={home.reportPath(run.runId)}>
            Open report
          </Button>
        </>
      }
    >
      <Workbench
        editor={editor}
        kinds={kinds}
        place={{ projectId: project.projectId, flowPath, reachesOthers: home.reachesOthers }}
        library={home.library}
        problems={[]}
        states={states}
        onRerun={home.canWrite && finalRunStatuses.includes(run.status) ? runAgain : undefined}
        environments={[]}
        databases={[]}
        isReadOnly
        portsOf={async () => undefined}
        offeredOf={() => []}
      />
      {isComparing ? (
        <CompareDialog run={run} projectId={project.projectId} onClose={() => setComparing(false)} />
      ) : null}
    </Page>
  );
}
