import type { MonitoringProject } from '@touchstone/contracts/api-monitoring';
import { useLocation } from 'react-router';
import { EnvironmentsScreen } from '../../api-testing/index.ts';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { useCanWrite } from '../model/use-may.ts';
import { apiMonitoringPaths } from '../paths.ts';

/** EnvironmentsPage shows the environments and variables of a project's checks. */
export function EnvironmentsPage() {
  return (
    <ProjectGate title="Environments">
      {(project) => <Environments key={project.projectId} project={project} />}
    </ProjectGate>
  );
}

function Environments({ project }: { project: MonitoringProject }) {
  const { pathname } = useLocation();
  return (
    <EnvironmentsScreen
      project={project}
      canWrite={useCanWrite(project)}
      showGlobals={pathname === apiMonitoringPaths.globals}
      paths={apiMonitoringPaths}
    />
  );
}
