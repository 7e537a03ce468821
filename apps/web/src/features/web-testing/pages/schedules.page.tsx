import type { RepositoryProject } from '@touchstone/contracts/web-testing';
import { SchedulePlace, SchedulesScreen } from '../../scheduler/index.ts';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { useCanWrite } from '../model/use-may.ts';
import { webTestingPaths } from '../paths.ts';

/** SchedulesPage lists the schedules of a project's suites. */
export function SchedulesPage() {
  return (
    <ProjectGate title="Scheduled Tests">
      {(project) => <Schedules key={project.projectId} project={project} />}
    </ProjectGate>
  );
}

const Schedules = ({ project }: { project: RepositoryProject }) => (
  <SchedulePlace value={webTestingPaths.schedules}>
    <SchedulesScreen project={project} canWrite={useCanWrite(project)} />
  </SchedulePlace>
);
