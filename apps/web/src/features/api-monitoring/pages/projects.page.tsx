import { useQuery } from '@tanstack/react-query';
import type { MonitoringProject } from '@touchstone/contracts/api-monitoring';
import { Activity } from 'lucide-react';
import { formatCount } from '../../../shared/format.ts';
import { ProjectsScreen } from '../../../ui/projects/projects-screen.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { monitoringKeys } from '../api/keys.ts';
import { useProjectMutations } from '../api/projects.mutations.ts';
import { projectsQuery } from '../api/projects.queries.ts';
import { ProjectDialog } from '../components/project/project-dialog.tsx';
import { StatusCounts } from '../components/project/status-counts.tsx';
import { useMayCreate } from '../model/use-may.ts';
import { apiMonitoringPaths } from '../paths.ts';

const columns: Column<MonitoringProject>[] = [
  {
    key: 'collections',
    header: 'Collections',
    width: 110,
    align: 'right',
    cell: ({ collectionCount }) => <span className="num">{formatCount(collectionCount)}</span>,
  },
  {
    key: 'monitors',
    header: 'Monitored APIs',
    width: 220,
    cell: ({ monitors }) => <StatusCounts counts={monitors} />,
  },
  {
    key: 'incidents',
    header: 'Open incidents',
    width: 130,
    align: 'right',
    cell: ({ openIncidents }) => <span className="num">{formatCount(openIncidents)}</span>,
  },
];

const deletedMonitoring = {
  service: 'api-monitoring',
  contents: 'monitored APIs with their results, incidents and status pages',
  refreshes: [monitoringKeys.projects],
};

const useProjects = (...given: Parameters<typeof projectsQuery>) => useQuery(projectsQuery(...given));

/** ProjectsPage lists the projects of monitoring. */
export function ProjectsPage() {
  const { remove } = useProjectMutations();
  return (
    <ProjectsScreen
      area="API Monitoring"
      icon={<Activity size={20} />}
      about="A monitoring project contains monitored APIs in collections, with their incidents and reports."
      mayCreate={useMayCreate()}
      useList={useProjects}
      remove={remove.mutateAsync}
      lossOf={({ monitors }) => `its ${formatCount(monitors.total)} monitored APIs with their results and incidents`}
      pathOf={({ projectId }) => apiMonitoringPaths.overview({ project: projectId })}
      columns={columns}
      minWidth={800}
      Dialog={ProjectDialog}
      deleted={deletedMonitoring}
    />
  );
}
