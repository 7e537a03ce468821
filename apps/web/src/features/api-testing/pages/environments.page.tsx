import type { Project } from '@touchstone/contracts/workspaces';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { EnvironmentsScreen } from '../components/workspace/environments-screen.tsx';
import { ProjectGate } from '../components/workspace/project-gate.tsx';
import { useCanWrite } from '../model/use-project.ts';
import { apiTestingPaths } from '../paths.ts';

export function EnvironmentsPage() {
  return (
    <ProjectGate title="Environments">
      {(project) => <Environments key={project.projectId} project={project} />}
    </ProjectGate>
  );
}

function Environments({ project }: { project: Project }) {
  const { projectId } = project;
  const { pathname } = useLocation();
  const paths = useMemo(
    () => ({
      environments: (environmentId?: string) => apiTestingPaths.environments(projectId, environmentId),
      globals: apiTestingPaths.globals(projectId),
    }),
    [projectId],
  );
  return (
    <EnvironmentsScreen
      project={project}
      canWrite={useCanWrite(project)}
      showGlobals={pathname.endsWith('/global-variable')}
      paths={paths}
    />
  );
}
