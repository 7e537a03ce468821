import { useQuery } from '@tanstack/react-query';
import type { VirtualizationProject } from '@touchstone/contracts/service-virtualization';
import { ServerCog } from 'lucide-react';
import { counted, formatCount } from '../../../shared/format.ts';
import { ProjectsScreen } from '../../../ui/projects/projects-screen.tsx';
import { StatusLabel } from '../../../ui/status/status-glyph.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { mockKeys } from '../api/keys.ts';
import { useProjectMutations } from '../api/projects.mutations.ts';
import { projectsQuery } from '../api/projects.queries.ts';
import { ProjectDialog } from '../components/project/project-dialog.tsx';
import { useMayCreate } from '../model/use-may.ts';
import { virtualizationPaths } from '../paths.ts';

const columns: Column<VirtualizationProject>[] = [
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
];

const deletedMocks = {
  service: 'service-virtualization',
  contents: 'assets with their versions, the state and the journal',
  refreshes: [mockKeys.projects],
};

const useProjects = (...given: Parameters<typeof projectsQuery>) => useQuery(projectsQuery(...given));

/** ProjectsPage lists the projects of service virtualization. */
export function ProjectsPage() {
  const { remove } = useProjectMutations();
  return (
    <ProjectsScreen
      area="Service virtualization"
      icon={<ServerCog size={20} />}
      about="A project contains a mock: its address, and assets in suites that say what it answers."
      mayCreate={useMayCreate()}
      useList={useProjects}
      remove={remove.mutateAsync}
      lossOf={({ assetCount }) => `its mock with ${counted(assetCount, 'asset')}, their versions and the journal`}
      pathOf={({ projectId }) => virtualizationPaths.overview({ project: projectId })}
      columns={columns}
      minWidth={800}
      Dialog={ProjectDialog}
      deleted={deletedMocks}
    />
  );
}
