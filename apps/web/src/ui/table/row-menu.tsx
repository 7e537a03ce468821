import { ActionIcon, Menu } from '@mantine/core';
import { EllipsisVertical } from 'lucide-react';

interface Entry {
  label: string;
  run: () => void;
}

/** RowMenu is the menu at the end of a row; entries that aren't available to the user are omitted. */
export function RowMenu({ name, entries }: { name: string; entries: readonly (Entry | false)[] }) {
  const shown = entries.filter((entry): entry is Entry => entry !== false);
  if (shown.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} aria-label={`Actions for ${name}`}>
          <EllipsisVertical size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {shown.map(({ label, run }) => (
          <Menu.Item key={label} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
