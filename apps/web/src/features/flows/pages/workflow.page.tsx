import type { Project } from '@touchstone/contracts/workspaces';
import { useMemo } from 'react';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { ProjectGate, useCanWrite } from '../../api-testing/index.ts';
import { runPaths } from '../../runs/paths.ts';
import { suiteLibrary } from '../components/library/suite-library.tsx';
import { FlowScreen } from '../components/screen/flow-screen.tsx';
import { flowPaths } from '../paths.ts';
import { WorkflowsPage } from './workflows.page.tsx';

const searchSchema = z.object({
  workflow: z.string().catch('').default(''),
  run: z.string().catch('').default(''),
});

/** WorkflowPage edits a workflow or shows one of its runs; without either it lists the workflows. */
export function WorkflowPage() {
  const [{ workflow, run }] = useSearchState(searchSchema);
  if (workflow === '' && run === '') return <WorkflowsPage />;
  return (
    <ProjectGate title="API Workflow">
      {(project) => <Opened key={`${workflow} ${run}`} project={project} flowId={workflow} runId={run} />}
    </ProjectGate>
  );
}

function Opened({ project, flowId, runId }: { project: Project; flowId: string; runId: string }) {
  const { projectId } = project;
  const canWrite = useCanWrite(project);
  const library = useMemo(() => suiteLibrary(projectId), [projectId]);
  const home = {
    project,
    canWrite,
    library,
    back: { label: 'API Workflow', path: flowPaths.list(projectId) },
    flowPath: (workflow: string, run?: string) => flowPaths.flow(workflow, projectId, run),
    reportPath: runPaths.run,
  };
  return <FlowScreen home={home} flowId={flowId} runId={runId} />;
}
