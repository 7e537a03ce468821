import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { Plus } from 'lucide-react';
import { openCreate } from '../model/create-request.ts';
import { kindTexts } from '../model/create-rules.ts';
import { type CreateTarget, kindsOf } from '../model/create-target.ts';

interface Props {
  targets: readonly CreateTarget[];
  /** What is created on a screen of its service instead of in the dialog. */
  others: readonly { label: string; onClick: () => void }[];
}

/** QuickAdd is the menu of what can be created from every screen. */
export function QuickAdd({ targets, others }: Props) {
  return (
    <Menu>
      <Menu.Target>
        <Tooltip label="Create">
          <ActionIcon aria-label="Create" variant="default">
            <Plus size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map(({ label, onClick }) => (
          <Menu.Item key={label} onClick={onClick}>
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
