import { useLocation, useNavigate } from 'react-router';
import { ProjectSwitcher as Switcher } from '../../../../ui/projects/project-switcher.tsx';
import { chosenProject } from '../../model/chosen-project.ts';
import { useWebProject } from '../../model/use-web-project.ts';
import { webTestingPaths } from '../../paths.ts';

/** Pages that show whichever project is selected; others belong to one. */
const isOfAnyProject = (pathname: string): boolean =>
  /^\/web-testing\/(modules|sprints|schedules|functions|data-tables|files|object-spy|browser-farm|environments|global-variables)$/.test(
    pathname,
  );

/** ProjectSwitcher names the current project of web testing in the top bar and switches it. */
export function ProjectSwitcher() {
  const { project, projects } = useWebProject();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const switchTo = (projectId: string) => {
    chosenProject.set(projectId);
    void navigate(isOfAnyProject(pathname) ? pathname : webTestingPaths.overview({ project: projectId }));
  };
  return (
    <Switcher
      project={project}
      projects={projects}
      onSwitch={switchTo}
      onAll={() => void navigate(webTestingPaths.projects)}
    />
  );
}
