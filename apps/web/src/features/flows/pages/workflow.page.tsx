import { useQuery } from '@tanstack/react-query';
import type { Project } from '@touchstone/contracts/workspaces';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { Late, Problem } from '../../../ui/page.tsx';
import { ProjectGate, useCanWrite } from '../../api-testing/index.ts';
import { flowQuery, flowRunQuery, kindsQuery } from '../api/flows.queries.ts';
import { FlowEditorPage } from '../components/flow-editor-page.tsx';
import { FlowRunPage } from '../components/flow-run-page.tsx';
import { flowPaths } from '../paths.ts';
import { WorkflowsPage } from './workflows.page.tsx';

const searchSchema = z.object({
  workflow: z.string().catch('').default(''),
  run: z.string().catch('').default(''),
});

/** WorkflowPage edits a workflow or shows a run of it; without a workflow it lists them. */
export function WorkflowPage() {
  const [{ workflow, run }] = useSearchState(searchSchema);
  if (workflow === '') return <WorkflowsPage />;
  return (
    <ProjectGate title="API Workflow">
      {(project) => <Opened key={`${workflow} ${run}`} project={project} flowId={workflow} runId={run} />}
    </ProjectGate>
  );
}

function Opened({ project, flowId, runId }: { project: Project; flowId: string; runId: string }) {
  const { projectId } = project;
  const kinds = useQuery(kindsQuery(projectId));
  const flow = useQuery({ ...flowQuery(flowId), enabled: runId === '' });
  const run = useQuery({ ...flowRunQuery(runId), enabled: runId !== '' });
  const canWrite = useCanWrite(project);
  const failed = [kinds, runId === '' ? flow : run].find(({ isError, data }) => isError && data === undefined);
  if (failed)
    return (
      <Problem
        error={failed.error}
        onRetry={() => void failed.refetch()}
        back={{ label: 'API Workflow', path: flowPaths.list(projectId) }}
      />
    );
  if (kinds.data && runId !== '' && run.data)
    return <FlowRunPage run={run.data} kinds={kinds.data} project={project} />;
  if (kinds.data && runId === '' && flow.data)
    return <FlowEditorPage flow={flow.data} kinds={kinds.data} project={project} canWrite={canWrite} />;
  return (
    <Late>
      <p className="dim" style={{ padding: 16 }} aria-busy="true">
        Loading the workflow…
      </p>
    </Late>
  );
}
