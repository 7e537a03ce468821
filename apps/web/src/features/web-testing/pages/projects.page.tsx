import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RepositoryProject } from '@touchstone/contracts/web-testing';
import { AppWindow } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { formatCount } from '../../../shared/format.ts';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { useTeam } from '../../../shared/session/use-team.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { projectsQuery, recentProjectsQuery, useProjectMutations } from '../api/projects.ts';
import { ProjectDialog } from '../components/project/project-dialog.tsx';
import { Recents } from '../components/recents.tsx';
import classes from '../components/repository.module.css';
import { RowMenu } from '../components/row-menu.tsx';
import { useMayCreate } from '../model/use-may.ts';
import { webTestingPaths } from '../paths.ts';

const icon = <AppWindow size={20} />;
const size = 20;
/** With fewer projects all of them are in sight. */
const fewProjects = 5;
const searchSchema = z.object({
  q: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
  create: z.enum(['', 'project']).catch('').default(''),
});
const pathOf = ({ projectId }: Pick<RepositoryProject, 'projectId'>) =>
  webTestingPaths.overview({ project: projectId });

/** ProjectsPage lists the projects of web testing. */
export function ProjectsPage() {
  const navigate = useNavigate();
  const { team } = useTeam();
  const mayCreate = useMayCreate();
  const [{ q, page, create }, setSearch] = useSearchState(searchSchema);
  const [edited, setEdited] = useState<RepositoryProject | null>(null);
  const projects = useQuery(projectsQuery(team?.teamId, { page, size, ...(q && { searchTerm: q }) }));
  const recent = useQuery(recentProjectsQuery(team?.teamId)).data ?? [];
  const { remove } = useProjectMutations();
  const begin = () => setSearch({ create: 'project' });
  useHotkey('create', begin, mayCreate);
  const askDelete = ({ projectId, projectName, scriptCount }: RepositoryProject) =>
    confirmAction({
      title: `Delete project ${projectName}?`,
      message: `This also deletes its ${formatCount(scriptCount)} scripts with their versions and reports. You can't undo this.`,
      confirm: 'Delete project',
      typeToConfirm: projectName,
      onConfirm: () => remove.mutateAsync({ projectId, projectName }),
    });
  const button = mayCreate ? <Button onClick={begin}>Create project</Button> : null;
  const total = projects.data?.totalElements;
  return (
    <Page
      title="Projects"
      documentTitle="Projects · Web testing"
      meta={total === undefined ? undefined : `${formatCount(total)} ${total === 1 ? 'project' : 'projects'}`}
      actions={total || q !== '' ? button : null}
    >
      {total !== undefined && total > fewProjects && q === '' && page === 0 ? (
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
      ) : null}
      <PagedList
        noun="projects"
        query={projects}
        page={page}
        size={size}
        onPage={(next) => setSearch({ page: next }, { push: true })}
        filters={<FilterInput label="Search projects" value={q} onChange={(text) => setSearch({ q: text, page: 0 })} />}
        icon={icon}
        onClear={q === '' ? undefined : () => setSearch({ q: '', page: 0 })}
        empty={
          <EmptyState icon={icon} title="No project yet" action={button}>
            A project contains modules of scripts that test a website in a browser.
          </EmptyState>
        }
        table={(rows, none) => (
          <DataTable
            label="Projects"
            columns={columnsOf({ mayCreate, onEdit: setEdited, onDelete: askDelete })}
            rows={rows}
            rowKey={({ projectId }) => projectId}
            rowLabel={({ projectName }) => projectName}
            minWidth={640}
            onOpen={(project) => void navigate(pathOf(project))}
            empty={none}
          />
        )}
      />
      {create && mayCreate ? <ProjectDialog onClose={() => setSearch({ create: '' })} /> : null}
      {edited ? <ProjectDialog project={edited} onClose={() => setEdited(null)} /> : null}
    </Page>
  );
}

interface Actions {
  mayCreate: boolean;
  onEdit: (project: RepositoryProject) => void;
  onDelete: (project: RepositoryProject) => void;
}

function columnsOf({ mayCreate, onEdit, onDelete }: Actions): Column<RepositoryProject>[] {
  return [
    {
      key: 'name',
      header: 'Project',
      cell: (project) => (
        <Link className="link" to={pathOf(project)}>
          {project.projectName}
        </Link>
      ),
    },
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
    { key: 'updated', header: 'Changed', width: 140, cell: ({ updatedAt }) => <RelativeTime at={updatedAt} /> },
    {
      key: 'actions',
      header: '',
      width: 48,
      align: 'right',
      cell: (project) =>
        mayCreate && project.role !== 'VIEWER' ? (
          <RowMenu
            name={project.projectName}
            entries={[
              { label: 'Edit project', run: () => onEdit(project) },
              project.role === 'OWNER' && { label: 'Delete project…', run: () => onDelete(project) },
            ]}
          />
        ) : null,
    },
  ];
}
