import { useQuery } from '@tanstack/react-query';
import type { RepositoryProject } from '@touchstone/contracts/web-testing';
import { AppWindow } from 'lucide-react';
import { counted, formatCount } from '../../../shared/format.ts';
import { useTeam } from '../../../shared/session/use-team.ts';
import { ProjectsScreen } from '../../../ui/projects/projects-screen.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { webKeys } from '../api/keys.ts';
import { projectsQuery, recentProjectsQuery, useProjectMutations } from '../api/projects.ts';
import { ProjectDialog } from '../components/project/project-dialog.tsx';
import { Recents } from '../components/recents.tsx';
import classes from '../components/repository.module.css';
import { useMayCreate } from '../model/use-may.ts';
import { webTestingPaths } from '../paths.ts';

const pathOf = ({ projectId }: Pick<RepositoryProject, 'projectId'>) =>
  webTestingPaths.overview({ project: projectId });

const columns: Column<RepositoryProject>[] = [
  {
    key: 'modules',
    header: 'Modules',
    width: 100,
    align: 'right',
    cell: ({ moduleCount }) => <span className="num">{formatCount(moduleCount)}</span>,
  },
  {
    key: 'scripts',
    header: 'Scripts',
    width: 100,
    align: 'right',
    cell: ({ scriptCount }) => <span className="num">{formatCount(scriptCount)}</span>,
  },
];

const deletedWebProjects = {
  service: 'web-testing',
  contents: 'scripts with their versions and reports',
  refreshes: [webKeys.projects],
};

const useProjects = (...given: Parameters<typeof projectsQuery>) => useQuery(projectsQuery(...given));

/** ProjectsPage lists the projects of web testing. */
export function ProjectsPage() {
  const { team } = useTeam();
  const recent = useQuery(recentProjectsQuery(team?.teamId)).data ?? [];
  const { remove } = useProjectMutations();
  return (
    <ProjectsScreen
      area="Web testing"
      icon={<AppWindow size={20} />}
      about="A project contains modules of scripts that test a website in a browser."
      mayCreate={useMayCreate()}
      useList={useProjects}
      remove={remove.mutateAsync}
      lossOf={({ scriptCount }) => `its ${counted(scriptCount, 'script')} with their versions and reports`}
      pathOf={pathOf}
      columns={columns}
      minWidth={640}
      Dialog={ProjectDialog}
      deleted={deletedWebProjects}
      above={
        <div className={classes.recentBar}>
          <Recents
            title="Recent projects"
            items={recent.map((project) => ({
              id: project.projectId,
              name: project.projectName,
              path: pathOf(project),
              at: project.workedAt,
            }))}
          />
        </div>
      }
    />
  );
}
