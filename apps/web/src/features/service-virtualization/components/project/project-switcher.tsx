import { Menu, ScrollArea, TextInput, UnstyledButton } from '@mantine/core';
import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { chosenProject } from '../../model/chosen-project.ts';
import { useVirtualizationProject } from '../../model/use-virtualization-project.ts';
import { virtualizationPaths } from '../../paths.ts';
import classes from './project.module.css';

/** Pages that show whatever project is chosen; others belong to one. */
const isOfAnyProject = (pathname: string): boolean =>
  /^\/service-virtualization\/(journal|state|variables|files|settings)$/.test(pathname);

/** ProjectSwitcher names the chosen project of service virtualization in the top bar and changes it. */
export function ProjectSwitcher() {
  const { project, projects } = useVirtualizationProject();
  const [search, setSearch] = useState('');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  if (!project) return null;
  const word = search.trim().toLowerCase();
  const shown = projects.filter(({ projectName }) => projectName.toLowerCase().includes(word));
  const switchTo = (projectId: string) => {
    chosenProject.set(projectId);
    void navigate(isOfAnyProject(pathname) ? pathname : virtualizationPaths.overview({ project: projectId }));
  };
  return (
    <Menu position="bottom-start" width={280} onClose={() => setSearch('')}>
      <Menu.Target>
        <UnstyledButton className={classes.switcher} aria-label={`Project ${project.projectName}, change`}>
          <span className="ellipsis">{project.projectName}</span>
          <ChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {projects.length > 7 ? (
          <TextInput
            m={4}
            placeholder="Find a project"
            aria-label="Find a project"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        ) : (
          <Menu.Label>Projects</Menu.Label>
        )}
        <ScrollArea.Autosize mah={320}>
          {shown.map(({ projectId, projectName }) => (
            <Menu.Item
              key={projectId}
              onClick={() => switchTo(projectId)}
              rightSection={projectId === project.projectId ? <Check size={14} aria-label="chosen" /> : null}
            >
              <span className="ellipsis">{projectName}</span>
            </Menu.Item>
          ))}
          {shown.length === 0 ? <Menu.Label>No matching project</Menu.Label> : null}
        </ScrollArea.Autosize>
        <Menu.Divider />
        <Menu.Item onClick={() => void navigate(virtualizationPaths.projects)}>All projects</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
