import { ActionIcon, Menu } from '@mantine/core';
import type { FolderEntry } from '@touchstone/contracts/orchestration';
import { EllipsisVertical } from 'lucide-react';
import { toastError } from '../../../../shared/toasts.ts';
import { saveFlowFile } from '../../../flows/index.ts';
import { nounOf } from '../../model/entry.ts';
import type { EntryActions } from './use-entry-actions.tsx';

/** EntryMenu is the menu of actions on a project, folder or workflow. */
export function EntryMenu({
  entry,
  actions,
  canWrite,
}: {
  entry: FolderEntry;
  actions: EntryActions;
  canWrite: boolean;
}) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} aria-label={`Actions for ${entry.name}`}>
          <EllipsisVertical size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <EntryMenuItems entry={entry} actions={actions} canWrite={canWrite} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** EntryMenuItems shows the entries of that menu. */
export function EntryMenuItems({ entry, actions, canWrite }: Parameters<typeof EntryMenu>[0]) {
  const noun = nounOf(entry);
  return (
    <>
      {canWrite ? (
        <>
          <Menu.Item onClick={() => actions.edit(entry)}>{noun === 'workflow' ? 'Rename…' : `Edit ${noun}…`}</Menu.Item>
          {noun === 'project' ? null : <Menu.Item onClick={() => actions.move([entry])}>Move…</Menu.Item>}
          <Menu.Item onClick={() => actions.clone(entry)}>Clone</Menu.Item>
          {(noun === 'workflow' ? actions.others : []).map(({ label, start }) => (
            <Menu.Item key={label} onClick={() => start(entry)}>
              {label}
            </Menu.Item>
          ))}
        </>
      ) : null}
      {entry.folderType === 'WORKFLOW' ? (
        <Menu.Item onClick={() => void saveFlowFile(entry.flowId).catch(toastError)}>Export</Menu.Item>
      ) : null}
      <Menu.Item onClick={() => actions.inform(entry)}>Information</Menu.Item>
      {canWrite ? <Menu.Item onClick={() => actions.remove([entry])}>Delete…</Menu.Item> : null}
    </>
  );
}
