import { useLocation, useNavigate } from 'react-router';
import { ProjectSwitcher as Switcher } from '../../../../ui/projects/project-switcher.tsx';
import { useProject } from '../../model/use-project.ts';
import { apiTestingPaths } from '../../paths.ts';

/** ProjectSwitcher names the current workspace in the top bar and switches it. */
export function ProjectSwitcher() {
  const { project, projects, choose } = useProject();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const switchTo = (projectId: string) => {
    // A suite and a report belong to one workspace, so the other workspace's list is shown.
    if (pathname.startsWith('/api-testing/api-test-suite/')) void navigate(apiTestingPaths.suites(projectId));
    else if (pathname.startsWith('/api-testing/report/') || pathname.endsWith('/report-compare'))
      void navigate(apiTestingPaths.reports(projectId));
    else choose(projectId);
  };
  return (
    <Switcher
      project={project}
      projects={projects}
      onSwitch={switchTo}
      onAll={() => project && void navigate(apiTestingPaths.workspace(project.projectId))}
    />
  );
}
