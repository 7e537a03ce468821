import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RepositoryProject } from '@touchstone/contracts/web-testing';
import { AppWindow } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { formatCount } from '../../../shared/format.ts';
import { toastError } from '../../../shared/toasts.ts';
import { PlaceUnknown } from '../../../ui/blank/blank.tsx';
import { settling } from '../../../ui/blank/settling.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ProjectRuns } from '../../runs/index.ts';
import { recentModulesQuery } from '../api/modules.ts';
import { useSampleScripts } from '../api/projects.ts';
import { recentScriptsQuery } from '../api/scripts.ts';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { Recents } from '../components/recents.tsx';
import classes from '../components/repository.module.css';
import { useCanWrite } from '../model/use-may.ts';
import { webTestingPaths } from '../paths.ts';

/** OverviewPage shows the contents of a web testing project, recent items, and its latest runs. */
export function OverviewPage() {
  return (
    <ProjectGate title="Project">{(project) => <Overview key={project.projectId} project={project} />}</ProjectGate>
  );
}

function Overview({ project }: { project: RepositoryProject }) {
  const { projectId, projectName, projectDescription, moduleCount, scriptCount } = project;
  const canWrite = useCanWrite(project);
  const modules = useQuery(recentModulesQuery(projectId));
  const scripts = useQuery(recentScriptsQuery(projectId));
  // Content below the lists would move while they load.
  const isKnown = !scripts.isPending && !modules.isPending;
  const repository = (
    <Button component={Link} to={webTestingPaths.modules({ project: projectId })}>
      Open test repository
    </Button>
  );
  if (moduleCount === 0) return <EmptyProject project={project} canWrite={canWrite} />;
  return (
    <Page
      title={projectName}
      documentTitle={`${projectName} · Web testing`}
      meta={projectDescription || undefined}
      actions={repository}
    >
      <div ref={settling}>
        <dl className={classes.figures}>
          <div>
            <dt className="dim">Modules</dt>
            <dd>
              <Link className="link" to={webTestingPaths.modules({ project: projectId })}>
                {formatCount(moduleCount)}
              </Link>
            </dd>
          </div>
          <div>
            <dt className="dim">Scripts</dt>
            <dd>
              <Link className="link" to={webTestingPaths.scripts({ project: projectId })}>
                {formatCount(scriptCount)}
              </Link>
            </dd>
          </div>
        </dl>
        <div className={classes.columns}>
          {isKnown ? (
            <>
              <Loaded query={scripts}>
                {(found) => (
                  <Recents
                    title="Recent scripts"
                    most={10}
                    items={found.map((script) => ({
                      id: script.uuid,
                      name: script.testScriptName,
                      place: script.moduleName,
                      path: webTestingPaths.steps(script.uuid),
                      at: script.workedAt,
                    }))}
                  />
                )}
              </Loaded>
              <Loaded query={modules}>
                {(found) => (
                  <Recents
                    title="Recent modules"
                    most={10}
                    items={found.map((module) => ({
                      id: module.uuid,
                      name: module.moduleName,
                      path: webTestingPaths.scripts({ module: module.uuid }),
                      at: module.workedAt,
                    }))}
                  />
                )}
              </Loaded>
            </>
          ) : (
            <PlaceUnknown />
          )}
        </div>
        <div style={{ padding: '0 16px 16px' }}>
          <Panel
            title="Runs"
            actions={
              <Link className="link" to={`/runs?project=${projectId}`}>
                All runs
              </Link>
            }
          >
            <ProjectRuns projectId={projectId} />
          </Panel>
        </div>
      </div>
    </Page>
  );
}

function EmptyProject({
  project: { projectId, projectName },
  canWrite,
}: {
  project: RepositoryProject;
  canWrite: boolean;
}) {
  const navigate = useNavigate();
  const sample = useSampleScripts();
  const begin = () =>
    sample.mutate(projectId, {
      onSuccess: ({ moduleUUID }) => void navigate(webTestingPaths.scripts({ module: moduleUUID })),
      onError: toastError,
    });
  return (
    <Page title={projectName} documentTitle={`${projectName} · Web testing`}>
      <EmptyState
        icon={<AppWindow size={20} />}
        title="This project has no scripts yet"
        action={
          canWrite ? (
            <Button component={Link} to={`${webTestingPaths.modules({ project: projectId })}&create=module`}>
              Create module
            </Button>
          ) : null
        }
        link={
          canWrite ? (
            <Button variant="default" loading={sample.isPending} onClick={begin}>
              Start with the sample shop
            </Button>
          ) : null
        }
      >
        Scripts lie in modules, one for each part of the website. Create the first module, or look at scripts that test
        a sample shop.
      </EmptyState>
    </Page>
  );
}
