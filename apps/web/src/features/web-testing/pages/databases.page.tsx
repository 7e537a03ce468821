import type { RepositoryProject } from '@touchstone/contracts/web-testing';
import { DatabasesScreen } from '../../api-testing/index.ts';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { useCanWrite } from '../model/use-may.ts';

/** DatabasesPage shows the databases that steps of a project read from. */
export function DatabasesPage() {
  return (
    <ProjectGate title="Databases">{(project) => <Databases key={project.projectId} project={project} />}</ProjectGate>
  );
}

function Databases({ project }: { project: RepositoryProject }) {
  return (
    <DatabasesScreen
      project={project}
      canWrite={useCanWrite(project)}
      purpose="Steps with the keyword Run SQL read from the databases you add here."
    />
  );
}
