import { useQuery } from '@tanstack/react-query';
import { finalRunStatuses } from '@touchstone/contracts/runs';
import { Late, Problem } from '../../../../ui/page.tsx';
import { flowKeys, flowQuery, flowRunQuery, kindsQuery } from '../../api/flows.queries.ts';
import { useLiveFlowRun } from '../../api/live-flow-run.ts';
import { FlowEditorPage } from './flow-editor-page.tsx';
import type { FlowHome } from './flow-home.ts';
import { FlowRunPage } from './flow-run-page.tsx';

interface Props {
  home: FlowHome;
  flowId: string;
  /** Shown on the canvas in place of the workflow; empty for none. */
  runId: string;
}

/**
 * FlowScreen is the page of a workflow or one of its runs. Needs a `key` of both, since its state belongs to one
 * workflow.
 */
export function FlowScreen({ home, flowId, runId }: Props) {
  const kinds = useQuery(kindsQuery(home.project.projectId));
  const flow = useQuery({ ...flowQuery(flowId), enabled: runId === '' });
  const run = useQuery({ ...flowRunQuery(runId), enabled: runId !== '' });
  const isGoingOn = run.data !== undefined && !finalRunStatuses.includes(run.data.status);
  useLiveFlowRun(flowKeys.all[0], runId, isGoingOn);
  const failed = [kinds, runId === '' ? flow : run].find(({ isError, data }) => isError && data === undefined);
  if (failed) return <Problem error={failed.error} onRetry={() => void failed.refetch()} back={home.back} />;
  if (kinds.data && runId !== '' && run.data)
    return <FlowRunPage run={run.data} answeredAt={run.dataUpdatedAt} kinds={kinds.data} home={home} />;
  if (kinds.data && runId === '' && flow.data)
    return <FlowEditorPage flow={flow.data} kinds={kinds.data} home={home} />;
  return (
    <Late>
      <p className="dim" style={{ padding: 16 }} aria-busy="true">
        Loading the workflow…
      </p>
    </Late>
  );
}
