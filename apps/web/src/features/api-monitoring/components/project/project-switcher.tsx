import { useLocation, useNavigate } from 'react-router';
import { ProjectSwitcher as Switcher } from '../../../../ui/projects/project-switcher.tsx';
import { chosenProject } from '../../model/chosen-project.ts';
import { useMonitoringProject } from '../../model/use-monitoring-project.ts';
import { apiMonitoringPaths } from '../../paths.ts';

/** Pages that show whichever project is selected; others belong to one. */
const isOfAnyProject = (pathname: string): boolean =>
  /^\/api-monitoring\/(alerts|maintenance|reports|certificates)$/.test(pathname);

/** ProjectSwitcher names the current monitoring project in the top bar and switches it. */
export function ProjectSwitcher() {
  const { project, projects } = useMonitoringProject();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const switchTo = (projectId: string) => {
    chosenProject.set(projectId);
    void navigate(isOfAnyProject(pathname) ? pathname : apiMonitoringPaths.overview({ project: projectId }));
  };
  return (
    <Switcher
      project={project}
      projects={projects}
      onSwitch={switchTo}
      onAll={() => void navigate(apiMonitoringPaths.projects)}
    />
  );
}
