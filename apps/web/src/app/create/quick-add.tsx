import { ActionIcon, Menu } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { openCreate } from '../../shared/create/create-request.ts';
import { type CreateTarget, kindsOf } from '../../shared/create/create-target.ts';
import { usePreferences } from '../../shared/preferences.ts';
import { Tip } from '../../ui/tip/tip.tsx';
import { kindTexts } from './create-rules.ts';
import { useCreateLinks } from './use-may-create.ts';

/** QuickAdd is the menu of everything that can be created, available on every screen. */
export function QuickAdd({ targets }: { targets: readonly CreateTarget[] }) {
  const navigate = useNavigate();
  const { projectId } = usePreferences();
  const links = useCreateLinks(targets);
  return (
    <Menu>
      <Menu.Target>
        <Tip label="Create">
          <ActionIcon aria-label="Create" variant="default">
            <Plus size={16} />
          </ActionIcon>
        </Tip>
      </Menu.Target>
      <Menu.Dropdown>
        {links.map(({ label, path }) => (
          <Menu.Item key={label} onClick={() => void navigate(path(projectId ?? undefined))}>
            {label}
          </Menu.Item>
        ))}
        {kindsOf(targets).map((kind) => (
          <Menu.Item key={kind} onClick={() => openCreate(kind)}>
            {kindTexts[kind].title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
