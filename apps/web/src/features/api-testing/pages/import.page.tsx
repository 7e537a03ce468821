import type { Project } from '@touchstone/contracts/workspaces';
import { Link, useNavigate } from 'react-router';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { ChangedSpecsNote } from '../components/import/changed-specs.tsx';
import classes from '../components/import/import.module.css';
import { ImportFlow } from '../components/import/import-flow.tsx';
import { ProjectGate } from '../components/workspace/project-gate.tsx';
import { useCanWrite } from '../model/use-project.ts';
import { apiTestingPaths } from '../paths.ts';

/** The import as its own screen, for links and bookmarks. */
export function ImportPage() {
  return (
    <ProjectGate title="Import requests">
      {(project) => <ImportScreen key={project.projectId} project={project} />}
    </ProjectGate>
  );
}

function ImportScreen({ project }: { project: Project }) {
  const { projectId, projectName } = project;
  const navigate = useNavigate();
  const canWrite = useCanWrite(project);
  const leave = (suiteIds: string[] = []) => {
    const [only, ...others] = suiteIds;
    void navigate(
      only && others.length === 0 ? apiTestingPaths.suite(only, projectId) : apiTestingPaths.suites(projectId),
    );
  };
  return (
    <Page title="Import requests" documentTitle={`Import requests · ${projectName}`} meta={`into ${projectName}`}>
      {canWrite ? (
        <div className={classes.pageFlow}>
          <ChangedSpecsNote projectId={projectId} />
          <ImportFlow projectId={projectId} onDone={leave} onClose={() => leave()} />
        </div>
      ) : (
        <EmptyState
          title="You can view this project but not change it"
          action={
            <Link className="link" to={apiTestingPaths.suites(projectId)}>
              Open test suites
            </Link>
          }
        >
          Ask its owner for the editor role to import requests.
        </EmptyState>
      )}
    </Page>
  );
}
