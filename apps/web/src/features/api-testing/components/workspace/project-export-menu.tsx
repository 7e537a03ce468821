import { Menu } from '@mantine/core';
import { saveWorkspace } from '../../api/exchange/workspace-files.ts';
import { useExport } from '../suite/export-menu.tsx';

/**
 * ProjectExportMenu is the menu entry with the export formats of a project as its submenu: for the whole project, and
 * of its suites for other tools.
 */
export function ProjectExportMenu({ projectId }: { projectId: string }) {
  const { items, save } = useExport({ projectId });
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item>Export project</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <Menu.Label>Whole project</Menu.Label>
        <Menu.Item onClick={() => void save(() => saveWorkspace(projectId, 'file'))}>Touchstone file</Menu.Item>
        <Menu.Item onClick={() => void save(() => saveWorkspace(projectId, 'folder'))}>Folder for Git (zip)</Menu.Item>
        <Menu.Label>Suites for other tools</Menu.Label>
        {items}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}
