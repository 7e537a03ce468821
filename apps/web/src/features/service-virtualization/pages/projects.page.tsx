import { ActionIcon, Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { VirtualizationProject } from '@touchstone/contracts/service-virtualization';
import { EllipsisVertical, ServerCog } from 'lucide-react';
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
import { StatusLabel } from '../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { useProjectMutations } from '../api/projects.mutations.ts';
import { projectsQuery } from '../api/projects.queries.ts';
import { ProjectDialog } from '../components/project/project-dialog.tsx';
import { useMayCreate } from '../model/use-may.ts';
import { virtualizationPaths } from '../paths.ts';

const icon = <ServerCog size={20} />;
const size = 20;
const searchSchema = z.object({
  q: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
  create: z.enum(['', 'project']).catch('').default(''),
});
const pathOf = ({ projectId }: VirtualizationProject) => virtualizationPaths.overview({ project: projectId });

/** ProjectsPage lists the projects of service virtualization. */
export function ProjectsPage() {
  const navigate = useNavigate();
  const { team } = useTeam();
  const mayCreate = useMayCreate();
  const [{ q, page, create }, setSearch] = useSearchState(searchSchema);
  const [edited, setEdited] = useState<VirtualizationProject | null>(null);
  const projects = useQuery(projectsQuery(team?.teamId, { page, size, ...(q && { searchTerm: q }) }));
  const { remove } = useProjectMutations();
  const begin = () => setSearch({ create: 'project' });
  useHotkey('create', begin, mayCreate);
  const askDelete = ({ projectId, projectName, assetCount }: VirtualizationProject) =>
    confirmAction({
      title: `Delete project ${projectName}?`,
      message: `This also deletes its mock with ${formatCount(assetCount)} assets, their versions and the journal. You can't undo this.`,
      confirm: 'Delete project',
      typeToConfirm: projectName,
      onConfirm: () => remove.mutateAsync({ projectId, projectName }),
    });
  const button = mayCreate ? <Button onClick={begin}>Create project</Button> : null;
  const total = projects.data?.totalElements;
  return (
    <Page
      title="Projects"
      documentTitle="Projects · Service virtualization"
      meta={total === undefined ? undefined : `${formatCount(total)} ${total === 1 ? 'project' : 'projects'}`}
      actions={total || q !== '' ? button : null}
    >
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
            A project contains a mock: its address, and assets in suites that say what it answers.
          </EmptyState>
        }
        table={(rows, none) => (
          <DataTable
            label="Projects"
            columns={columnsOf({ mayCreate, onEdit: setEdited, onDelete: askDelete })}
            rows={rows}
            rowKey={({ projectId }) => projectId}
            rowLabel={({ projectName }) => projectName}
            minWidth={800}
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
  onEdit: (project: VirtualizationProject) => void;
  onDelete: (project: VirtualizationProject) => void;
}

function columnsOf({ mayCreate, onEdit, onDelete }: Actions): Column<VirtualizationProject>[] {
  const columns: Column<VirtualizationProject>[] = [
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
      key: 'state',
      header: 'Mock',
      width: 90,
      cell: ({ isEnabled }) => (
        <StatusLabel status={isEnabled ? 'passed' : 'skipped'}>{isEnabled ? 'On' : 'Off'}</StatusLabel>
      ),
    },
    {
      key: 'assets',
      header: 'Assets',
      width: 90,
      align: 'right',
      cell: ({ assetCount }) => <span className="num">{formatCount(assetCount)}</span>,
    },
    {
      key: 'enabled',
      header: 'Active',
      width: 90,
      align: 'right',
      cell: ({ enabledCount }) => <span className="num">{formatCount(enabledCount)}</span>,
    },
    {
      key: 'address',
      header: 'Address',
      width: '34%',
      cell: ({ address }) => (
        <span className="mono ellipsis" title={address}>
          {address}
        </span>
      ),
    },
    { key: 'updated', header: 'Changed', width: 140, cell: ({ updatedAt }) => <RelativeTime at={updatedAt} /> },
  ];
  if (!mayCreate) return columns;
  columns.push({
    key: 'actions',
    header: '',
    width: 48,
    align: 'right',
    cell: (project) =>
      project.role === 'VIEWER' ? null : (
        <Menu>
          <Menu.Target>
            <ActionIcon size={24} aria-label={`Actions for ${project.projectName}`}>
              <EllipsisVertical size={15} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onEdit(project)}>Edit project</Menu.Item>
            {project.role === 'OWNER' ? <Menu.Item onClick={() => onDelete(project)}>Delete project…</Menu.Item> : null}
          </Menu.Dropdown>
        </Menu>
      ),
  });
  return columns;
}
