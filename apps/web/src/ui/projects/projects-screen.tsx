import { Button } from '@mantine/core';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { Page as PageOf } from '@touchstone/contracts';
import { trashDays } from '@touchstone/contracts/workspaces';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { counted } from '../../shared/format.ts';
import { useHotkey } from '../../shared/hotkeys.ts';
import type { AreaProject } from '../../shared/projects/area-projects.ts';
import type { DeletedProjects } from '../../shared/projects/deleted-projects.ts';
import { useTeam } from '../../shared/session/use-team.ts';
import { useSearchState } from '../../shared/use-search-state.ts';
import { confirmAction } from '../dialog/confirm-dialog.tsx';
import { EmptyState, Page } from '../page.tsx';
import { RelativeTime } from '../status/relative-time.tsx';
import { type Column, DataTable } from '../table/data-table.tsx';
import { FilterInput } from '../table/filter-input.tsx';
import { PagedList } from '../table/paged-list.tsx';
import { RowMenu } from '../table/row-menu.tsx';
import { DeletedProjectsButton } from './deleted-projects-button.tsx';

const size = 20;
/** With fewer projects, all of them are visible. */
const fewProjects = 5;
const searchSchema = z.object({
  q: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
  create: z.enum(['', 'project']).catch('').default(''),
});

type Listed = AreaProject & { updatedAt: string };

interface Props<P extends Listed> {
  /** Name of the area, for the title of the window. */
  area: string;
  icon: ReactNode;
  /** What a project of this area contains, for users who have none yet. */
  about: string;
  mayCreate: boolean;
  /** A hook that reads a page of a team's projects. */
  useList: (
    teamId: string | undefined,
    query: { page: number; size: number; searchTerm?: string },
  ) => UseQueryResult<PageOf<P>>;
  remove: (project: P) => Promise<unknown>;
  /** What is deleted with a project, such as "its 3 scripts". */
  lossOf: (project: P) => string;
  pathOf: (project: P) => string;
  /** Columns between the project's name and its modification time. */
  columns: readonly Column<P>[];
  minWidth: number;
  Dialog: ComponentType<{ project?: P; onClose: () => void }>;
  /** Shown above a list that is too long to see at a glance. */
  above?: ReactNode;
  /** Deleted projects are kept for a while and can be restored. */
  deleted: DeletedProjects;
}

/** ProjectsScreen lists an area's projects, to search, open, create, edit and delete them. */
export function ProjectsScreen<P extends Listed>(props: Props<P>) {
  const { area, icon, about, mayCreate, useList, remove, lossOf, pathOf, minWidth, Dialog, above, deleted } = props;
  const client = useQueryClient();
  const navigate = useNavigate();
  const { team } = useTeam();
  const [{ q, page, create }, setSearch] = useSearchState(searchSchema);
  const [edited, setEdited] = useState<P | null>(null);
  const projects = useList(team?.teamId, { page, size, ...(q && { searchTerm: q }) });
  const begin = () => setSearch({ create: 'project' });
  useHotkey('create', begin, mayCreate);
  const askDelete = (project: P) =>
    confirmAction({
      title: `Delete project ${project.projectName}?`,
      message: `This also deletes ${lossOf(project)}. You can restore it for ${trashDays} days.`,
      confirm: 'Delete project',
      typeToConfirm: project.projectName,
      onConfirm: async () => {
        await remove(project);
        const { showProjectUndo } = await import('../../shared/projects/deleted-projects.ts');
        showProjectUndo(client, deleted, project);
      },
    });
  const button = mayCreate ? <Button onClick={begin}>Create project</Button> : null;
  const total = projects.data?.totalElements;
  return (
    <Page
      title="Projects"
      documentTitle={`Projects · ${area}`}
      meta={total === undefined ? undefined : `${counted(total, 'project')}`}
      actions={
        <>
          {mayCreate ? <DeletedProjectsButton of={deleted} /> : null}
          {total || q !== '' ? button : null}
        </>
      }
    >
      {total !== undefined && total > fewProjects && q === '' && page === 0 ? above : null}
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
            {about}
          </EmptyState>
        }
        table={(rows, none) => (
          <DataTable
            label="Projects"
            columns={columnsOf({ ...props, onEdit: setEdited, onDelete: askDelete })}
            rows={rows}
            rowKey={({ projectId }) => projectId}
            rowLabel={({ projectName }) => projectName}
            minWidth={minWidth}
            onOpen={(project) => void navigate(pathOf(project))}
            empty={none}
          />
        )}
      />
      {create && mayCreate ? <Dialog onClose={() => setSearch({ create: '' })} /> : null}
      {edited ? <Dialog project={edited} onClose={() => setEdited(null)} /> : null}
    </Page>
  );
}

type Actions<P extends Listed> = Pick<Props<P>, 'columns' | 'pathOf' | 'mayCreate'> & {
  onEdit: (project: P) => void;
  onDelete: (project: P) => void;
};

function columnsOf<P extends Listed>({ columns, pathOf, mayCreate, onEdit, onDelete }: Actions<P>): Column<P>[] {
  const shown: Column<P>[] = [
    {
      key: 'name',
      header: 'Project',
      cell: (project) => (
        <Link className="link" to={pathOf(project)}>
          {project.projectName}
        </Link>
      ),
    },
    ...columns,
    { key: 'updated', header: 'Changed', width: 140, cell: ({ updatedAt }) => <RelativeTime at={updatedAt} /> },
  ];
  if (!mayCreate) return shown;
  shown.push({
    key: 'actions',
    header: '',
    width: 48,
    align: 'right',
    cell: (project) => (
      <RowMenu
        name={project.projectName}
        entries={[
          project.role !== 'VIEWER' && { label: 'Edit project', run: () => onEdit(project) },
          project.role === 'OWNER' && { label: 'Delete project…', run: () => onDelete(project) },
        ]}
      />
    ),
  });
  return shown;
}
