import type { Project } from '@touchstone/contracts/workspaces';
import { ProjectGate, useCanWrite } from '../../api-testing/index.ts';
import { SchedulesScreen } from '../components/schedules-screen.tsx';

/** SchedulersPage lists the scheduled tests of a workspace of API testing. */
export function SchedulersPage() {
  return (
    <ProjectGate title="Scheduled Tests">
      {(project) => <Schedules key={project.projectId} project={project} />}
    </ProjectGate>
  );
}

const Schedules = ({ project }: { project: Project }) => (
  <SchedulesScreen project={project} canWrite={useCanWrite(project)} />
);
