import { ActionIcon, Menu } from '@mantine/core';
import { apiReferencePath } from '@touchstone/contracts';
import { BookOpen, Ellipsis, Keyboard } from 'lucide-react';
import { Link } from 'react-router';
import type { MenuEntry } from '../../shared/feature/feature.ts';
import { Tip } from '../../ui/tip/tip.tsx';
import type { Frame } from './frame.ts';
import { isForOrganization, useMenu } from './use-menu.ts';

interface Props {
  frame: Frame;
  onKeys: () => void;
  onOpenPanel: (panel: string) => void;
  /** False while an organization is being chosen. */
  hasOrganization: boolean;
}

/** MoreMenu links and panels outside of any area. */
export function MoreMenu({ frame, onKeys, onOpenPanel, hasOrganization }: Props) {
  const entries = useMenu('more').filter((entry) => hasOrganization || !isForOrganization(entry));
  const parts = hasOrganization ? frame.partsOf('MoreItem') : [];
  const above = entries.filter(({ rank }) => rank !== 'last');
  const draw = ({ label, icon: Icon, path, panel, run }: MenuEntry) =>
    path === undefined ? (
      <Menu.Item
        key={label}
        leftSection={<Icon size={15} />}
        onClick={panel === undefined ? run : () => onOpenPanel(panel)}
      >
        {label}
      </Menu.Item>
    ) : (
      <Menu.Item key={label} component={Link} to={path} leftSection={<Icon size={15} />}>
        {label}
      </Menu.Item>
    );
  return (
    <Menu>
      <Menu.Target>
        <Tip label="More">
          <ActionIcon aria-label="More">
            <Ellipsis size={17} />
          </ActionIcon>
        </Tip>
      </Menu.Target>
      <Menu.Dropdown>
        {above.map(draw)}
        {parts.map(({ feature, Component }) => (
          <Component key={feature} />
        ))}
        {above.length + parts.length > 0 ? <Menu.Divider /> : null}
        {entries.filter(({ rank }) => rank === 'last').map(draw)}
        <Menu.Item leftSection={<Keyboard size={15} />} rightSection={<kbd>?</kbd>} onClick={onKeys}>
          Keyboard
        </Menu.Item>
        <Menu.Item
          leftSection={<BookOpen size={15} />}
          component="a"
          href={apiReferencePath}
          target="_blank"
          rel="noreferrer"
        >
          API reference
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
