import { Menu, ScrollArea, TextInput, UnstyledButton } from '@mantine/core';
import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useProject } from '../../model/use-project.ts';
import { apiTestingPaths } from '../../paths.ts';
import classes from './project-switcher.module.css';

/** ProjectSwitcher names the chosen workspace in the top bar and changes it. */
export function ProjectSwitcher() {
  const { project, projects, choose } = useProject();
  const [search, setSearch] = useState('');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  if (!project) return null;
  const shown = projects.filter((item) => item.projectName.toLowerCase().includes(search.trim().toLowerCase()));
  const switchTo = (projectId: string) => {
    // A suite and a report belong to one workspace, so the list of the other one is shown.
    if (pathname.startsWith('/api-testing/api-test-suite/')) void navigate(apiTestingPaths.suites(projectId));
    else if (pathname.startsWith('/api-testing/report/') || pathname.endsWith('/report-compare'))
      void navigate(apiTestingPaths.reports(projectId));
    else choose(projectId);
  };
  return (
    <Menu position="bottom-start" width={280} onClose={() => setSearch('')}>
      <Menu.Target>
        <UnstyledButton className={classes.button} aria-label={`Project ${project.projectName}, change`}>
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
          {shown.map((item) => (
            <Menu.Item
              key={item.projectId}
              onClick={() => switchTo(item.projectId)}
              rightSection={item.projectId === project.projectId ? <Check size={14} aria-label="chosen" /> : null}
            >
              <span className="ellipsis">{item.projectName}</span>
            </Menu.Item>
          ))}
          {shown.length === 0 ? <Menu.Label>No project has this name</Menu.Label> : null}
        </ScrollArea.Autosize>
        <Menu.Divider />
        <Menu.Item onClick={() => void navigate(apiTestingPaths.workspace(project.projectId))}>All projects</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
