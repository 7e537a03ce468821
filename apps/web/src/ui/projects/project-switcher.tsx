import { Menu, ScrollArea, TextInput, UnstyledButton } from '@mantine/core';
import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { AreaProject } from '../../shared/projects/area-projects.ts';
import classes from './projects.module.css';

interface Props {
  project: AreaProject | undefined;
  projects: readonly AreaProject[];
  onSwitch: (projectId: string) => void;
  onAll: () => void;
}

/** ProjectSwitcher names the current project of an area in the top bar and switches it. */
export function ProjectSwitcher({ project, projects, onSwitch, onAll }: Props) {
  const [search, setSearch] = useState('');
  if (!project) return null;
  const word = search.trim().toLowerCase();
  const shown = projects.filter(({ projectName }) => projectName.toLowerCase().includes(word));
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
              onClick={() => onSwitch(projectId)}
              rightSection={projectId === project.projectId ? <Check size={14} aria-label="chosen" /> : null}
            >
              <span className="ellipsis">{projectName}</span>
            </Menu.Item>
          ))}
          {shown.length === 0 ? <Menu.Label>No matching project</Menu.Label> : null}
        </ScrollArea.Autosize>
        <Menu.Divider />
        <Menu.Item onClick={onAll}>All projects</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
