import { ActionIcon, Menu, Select } from '@mantine/core';
import type { Collaborator } from '@touchstone/contracts/collaboration';
import type { WorkspaceRole } from '@touchstone/contracts/workspaces';
import { EllipsisVertical } from 'lucide-react';
import { formatDay } from '../../../shared/format.ts';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../ui/status/status-glyph.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { roleChoices, roleWord } from '../model/role-words.ts';
import { Avatar } from './avatar.tsx';
import classes from './collaboration.module.css';

export interface PeopleActions {
  isOwner: boolean;
  ownId: string;
  isHere: (userId: string) => boolean;
  onRole: (person: Collaborator, role: WorkspaceRole) => void;
  onResend: (person: Collaborator) => void;
  onCopy: (person: Collaborator) => void;
  onRemove: (person: Collaborator) => void;
}

const isJoined = ({ status }: Collaborator): boolean => status === 'ACCEPTED';

function State({ person, isHere }: { person: Collaborator; isHere: boolean }) {
  if (isHere) return <StatusLabel status="passed">Here now</StatusLabel>;
  const { status, expiresAt, lastActiveAt } = person;
  if (status === 'EXPIRED') return <StatusLabel status="flaky">Invitation expired</StatusLabel>;
  if (status === 'PENDING' && expiresAt)
    return <StatusLabel status="queued">Invited, until {formatDay(expiresAt)}</StatusLabel>;
  return lastActiveAt ? <RelativeTime at={lastActiveAt} /> : <span className="dim">Not yet</span>;
}

function Actions({ person, actions }: { person: Collaborator; actions: PeopleActions }) {
  const { isOwner, ownId, onResend, onCopy, onRemove } = actions;
  const isSelf = person.userId === ownId;
  if (!isOwner && !isSelf) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${person.name}`}>
          <EllipsisVertical size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isJoined(person) ? (
          <Menu.Item onClick={() => onRemove(person)}>{isSelf ? 'Leave workspace…' : 'Remove…'}</Menu.Item>
        ) : (
          <>
            <Menu.Item onClick={() => onResend(person)}>Resend invitation</Menu.Item>
            <Menu.Item onClick={() => onCopy(person)}>Copy invitation link…</Menu.Item>
            <Menu.Item onClick={() => onRemove(person)}>Revoke invitation…</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** peopleColumns columns of the list of a workspace's people. */
export const peopleColumns = (actions: PeopleActions): Column<Collaborator>[] => [
  {
    key: 'name',
    header: 'Name',
    cell: (person) => (
      <span className={classes.person}>
        <Avatar name={person.name} />
        <span className={classes.names}>
          <span className="ellipsis">
            {person.name}
            {person.userId === actions.ownId ? <span className="dim"> (you)</span> : null}
          </span>
          <span className={`${classes.small} ellipsis`}>{person.userEmail}</span>
        </span>
      </span>
    ),
  },
  {
    key: 'role',
    header: 'Role',
    width: 150,
    cell: (person) =>
      actions.isOwner ? (
        <Select
          w={120}
          aria-label={`Role of ${person.name}`}
          data={roleChoices.map(({ value, label }) => ({ value, label }))}
          allowDeselect={false}
          value={person.role}
          onChange={(value) => value && value !== person.role && actions.onRole(person, value as WorkspaceRole)}
        />
      ) : (
        roleWord(person.role)
      ),
  },
  {
    key: 'active',
    header: 'Last active',
    width: 220,
    cell: (person) => <State person={person} isHere={isJoined(person) && actions.isHere(person.userId)} />,
  },
  {
    key: 'invited',
    header: 'Invited by',
    width: 180,
    cell: (person) => person.invitedByName ?? <span className="dim">–</span>,
  },
  {
    key: 'actions',
    header: '',
    width: 44,
    cell: (person) => <Actions person={person} actions={actions} />,
  },
];
