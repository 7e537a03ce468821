import type { RepositoryProject } from '@touchstone/contracts/web-testing';
import { useLocation } from 'react-router';
import { EnvironmentsScreen } from '../../api-testing/index.ts';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { useCanWrite } from '../model/use-may.ts';
import { webTestingPaths } from '../paths.ts';

/** EnvironmentsPage shows the environments and variables that the scripts of a project use. */
export function EnvironmentsPage() {
  return (
    <ProjectGate title="Environments">
      {(project) => <Environments key={project.projectId} project={project} />}
    </ProjectGate>
  );
}

function Environments({ project }: { project: RepositoryProject }) {
  const { pathname } = useLocation();
  return (
    <EnvironmentsScreen
      project={project}
      canWrite={useCanWrite(project)}
      showGlobals={pathname === webTestingPaths.globals}
      paths={webTestingPaths}
    />
  );
}
