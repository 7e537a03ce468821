import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OrganizationUser } from '@touchstone/contracts/user-management';
import { UserPlus, Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { EmptyState, Problem } from '../../../ui/page.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { TableFoot } from '../../../ui/table/table-foot.tsx';
import { usersQuery } from '../api/users.queries.ts';
import { fullName, roleChoices, roleName, stateName } from '../model/user-text.ts';
import { type UsersSearch, usersPageSize } from '../model/users-search.ts';
import classes from './account.module.css';
import { UserMenu } from './user-menu.tsx';

const InviteDialog = lazy(async () => ({ default: (await import('./invite-dialog.tsx')).InviteDialog }));
const InvitationLinksDialog = lazy(async () => ({
  default: (await import('./invitation-link.tsx')).InvitationLinksDialog,
}));
const UserDialog = lazy(async () => ({ default: (await import('./user-dialog.tsx')).UserDialog }));

interface Props {
  search: UsersSearch;
  setSearch: (patch: Partial<UsersSearch>, options?: { push?: boolean }) => void;
}
type Opened = { kind: 'invite' } | { kind: 'link'; login: string } | { kind: 'user'; user?: OrganizationUser };

/** UsersTab lists the users of the organization, and invites, edits and removes them. */
export function UsersTab({ search, setSearch }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const { q, role, state, page } = search;
  const users = useQuery(
    usersQuery({
      page: page - 1,
      size: usersPageSize,
      searchTerm: q || undefined,
      role: role || undefined,
      active: state === '' ? undefined : state === 'active' ? 'true' : 'false',
    }),
  );
  const isFiltered = Boolean(q || role || state);
  const close = () => setOpened(null);
  const edit = (user: OrganizationUser) => setOpened({ kind: 'user', user });
  const menu = (user: OrganizationUser) => (
    <UserMenu user={user} onEdit={() => edit(user)} onLink={() => setOpened({ kind: 'link', login: user.login })} />
  );
  const columns: Column<OrganizationUser>[] = [
    { key: 'name', header: 'Name', width: 190, cell: fullName },
    { key: 'login', header: 'E-mail', cell: (user) => user.login },
    { key: 'role', header: 'Role', width: 170, cell: (user) => roleName(user.role) },
    {
      key: 'teams',
      header: 'Teams',
      width: 180,
      cell: (user) => user.teams.map(({ teamName }) => teamName).join(', '),
    },
    { key: 'state', header: 'Status', width: 110, cell: stateName },
    { key: 'seen', header: 'Last sign-in', width: 120, cell: (user) => <RelativeTime at={user.lastLoginAt} /> },
    { key: 'actions', header: '', width: 52, cell: menu },
  ];
  const invite = (
    <Button leftSection={<UserPlus size={15} />} data-tour="invite" onClick={() => setOpened({ kind: 'invite' })}>
      Invite users
    </Button>
  );
  return (
    <>
      <div className={classes.toolbar}>
        <FilterInput label="Filter users" value={q} onChange={(next) => setSearch({ q: next, page: 1 })} />
        <Select
          w={170}
          aria-label="Filter by role"
          placeholder="Any role"
          clearable
          data={roleChoices}
          value={role || null}
          onChange={(value) => setSearch({ role: value ?? '', page: 1 })}
        />
        <Select
          w={140}
          aria-label="Filter by status"
          placeholder="Any status"
          clearable
          data={[
            { value: 'active', label: 'Let in' },
            { value: 'deactivated', label: 'Deactivated' },
          ]}
          value={state || null}
          onChange={(value) => setSearch({ state: (value ?? '') as UsersSearch['state'], page: 1 })}
        />
        <span className="grow" />
        <Button variant="default" onClick={() => setOpened({ kind: 'user' })}>
          Create user
        </Button>
        {invite}
      </div>
      {users.isError ? (
        <Problem error={users.error} onRetry={() => void users.refetch()} />
      ) : (
        <DataTable
          label="Users"
          columns={columns}
          rows={users.data?.content}
          rowKey={(user) => user.userId}
          rowLabel={fullName}
          onOpen={edit}
          minWidth={1000}
          empty={
            <EmptyState
              icon={<Users size={20} />}
              title={isFiltered ? 'No matching users' : 'No users yet'}
              action={
                isFiltered ? (
                  <Button variant="default" onClick={() => setSearch({ q: '', role: '', state: '', page: 1 })}>
                    Show all users
                  </Button>
                ) : (
                  invite
                )
              }
            >
              {isFiltered ? 'No user matches these filters.' : 'Invite your colleagues by e-mail.'}
            </EmptyState>
          }
        />
      )}
      <TableFoot
        noun="users"
        page={page - 1}
        size={usersPageSize}
        total={users.data?.totalElements ?? 0}
        onPage={(next) => setSearch({ page: next + 1 }, { push: true })}
      />
      <Suspense>
        {opened?.kind === 'invite' ? <InviteDialog onClose={close} /> : null}
        {opened?.kind === 'link' ? <InvitationLinksDialog logins={[opened.login]} onClose={close} /> : null}
        {opened?.kind === 'user' ? <UserDialog user={opened.user} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
