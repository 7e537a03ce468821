import { ActionIcon, Menu, TextInput } from '@mantine/core';
import type { Project } from '@touchstone/contracts/workspaces';
import { EllipsisVertical, Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { useHotkey } from '../../../../shared/hotkeys.ts';
import { useRows } from '../../../../ui/table/use-rows.ts';
import { ProjectExportMenu } from './project-export-menu.tsx';
import classes from './project-list.module.css';

interface Props {
  projects: Project[];
  chosen: string | undefined;
  onChoose: (projectId: string) => void;
  onEdit: (project: Project) => void;
  onDelete: (project: Project) => void;
  onImport: (project: Project) => void;
  onReplace: (project: Project) => void;
}

/** ProjectList lists the workspaces next to the selected one. */
export function ProjectList({ projects, chosen, onChoose, onEdit, onDelete, onImport, onReplace }: Props) {
  const [search, setSearch] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useHotkey('filter', () => input.current?.focus());
  useRows();
  const shown = projects.filter((project) => project.projectName.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <div className={classes.side}>
      <div className={classes.search}>
        <TextInput
          ref={input}
          leftSection={<Search size={14} />}
          placeholder="Filter projects"
          aria-label="Filter projects"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      <ul className={classes.list} aria-label="Projects">
        {shown.map((project) => (
          <li
            key={project.projectId}
            className={classes.item}
            data-row
            data-chosen={project.projectId === chosen || undefined}
          >
            <button
              type="button"
              className={classes.open}
              aria-current={project.projectId === chosen ? 'true' : undefined}
              onClick={() => onChoose(project.projectId)}
            >
              <span className={`${classes.name} ellipsis`}>{project.projectName}</span>
              <span className={`${classes.meta} ellipsis num`}>
                {project.suiteCount} {project.suiteCount === 1 ? 'suite' : 'suites'} · {project.scriptCount}{' '}
                {project.scriptCount === 1 ? 'script' : 'scripts'} ·{' '}
                {project.workspaceType === 'SHARED' ? 'shared' : 'private'}
              </span>
            </button>
            {project.role === 'VIEWER' ? null : (
              <Menu>
                <Menu.Target>
                  <ActionIcon size={24} aria-label={`Actions for project ${project.projectName}`}>
                    <EllipsisVertical size={15} />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={() => onEdit(project)}>Edit project</Menu.Item>
                  <ProjectExportMenu projectId={project.projectId} />
                  <Menu.Item onClick={() => onReplace(project)}>Find and replace…</Menu.Item>
                  <Menu.Item onClick={() => onImport(project)}>Import into project…</Menu.Item>
                  {project.role === 'OWNER' ? (
                    <Menu.Item onClick={() => onDelete(project)}>Delete project…</Menu.Item>
                  ) : null}
                </Menu.Dropdown>
              </Menu>
            )}
          </li>
        ))}
      </ul>
      {shown.length === 0 ? <p className={classes.none}>No project has this name.</p> : null}
    </div>
  );
}
