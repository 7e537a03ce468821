import { useLocation, useNavigate } from 'react-router';
import { ProjectSwitcher as Switcher } from '../../../../ui/projects/project-switcher.tsx';
import { chosenProject } from '../../model/chosen-project.ts';
import { useVirtualizationProject } from '../../model/use-virtualization-project.ts';
import { virtualizationPaths } from '../../paths.ts';

/** Pages that show whichever project is selected; others belong to one. */
const isOfAnyProject = (pathname: string): boolean =>
  /^\/service-virtualization\/(journal|state|variables|files|settings)$/.test(pathname);

/** ProjectSwitcher names the current project of service virtualization in the top bar and switches it. */
export function ProjectSwitcher() {
  const { project, projects } = useVirtualizationProject();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const switchTo = (projectId: string) => {
    chosenProject.set(projectId);
    void navigate(isOfAnyProject(pathname) ? pathname : virtualizationPaths.overview({ project: projectId }));
  };
  return (
    <Switcher
      project={project}
      projects={projects}
      onSwitch={switchTo}
      onAll={() => void navigate(virtualizationPaths.projects)}
    />
  );
}
