import { ActionIcon, Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TeamDetail } from '@touchstone/contracts/user-management';
import { EllipsisVertical, UsersRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { counted, formatCount } from '../../../shared/format.ts';
import { toast } from '../../../shared/toasts.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Problem } from '../../../ui/page.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { TableFoot } from '../../../ui/table/table-foot.tsx';
import { useTeamMutations } from '../api/teams.mutations.ts';
import { teamsQuery } from '../api/users.queries.ts';
import { type UsersSearch, usersPageSize } from '../model/users-search.ts';
import classes from './account.module.css';

const TeamDialog = lazy(async () => ({ default: (await import('./team-dialog.tsx')).TeamDialog }));
const MembersDialog = lazy(async () => ({ default: (await import('./members-dialog.tsx')).MembersDialog }));

interface Props {
  search: UsersSearch;
  setSearch: (patch: Partial<UsersSearch>, options?: { push?: boolean }) => void;
}

/** TeamsTab lists the teams of the organization, and creates, edits and deletes them. */
export function TeamsTab({ search, setSearch }: Props) {
  const { q, page } = search;
  const teams = useQuery(teamsQuery({ page: page - 1, size: usersPageSize, searchTerm: q || undefined }));
  const [edited, setEdited] = useState<{ team?: TeamDetail } | null>(null);
  const { remove } = useTeamMutations();
  const openMembers = ({ teamId }: TeamDetail) => setSearch({ team: teamId }, { push: true });
  const askDelete = ({ teamId, teamName, memberCount }: TeamDetail) =>
    confirmAction({
      title: `Delete team ${teamName}?`,
      message: `The team with ${counted(memberCount, 'member')} is deleted. The users themselves stay.`,
      confirm: 'Delete team',
      onConfirm: async () => toast('success', (await remove.mutateAsync(teamId)).message),
    });
  const columns: Column<TeamDetail>[] = [
    { key: 'name', header: 'Team', width: 260, cell: (team) => team.teamName },
    { key: 'description', header: 'Description', cell: (team) => <span className="dim">{team.teamDescription}</span> },
    { key: 'members', header: 'Members', width: 90, align: 'right', cell: (team) => formatCount(team.memberCount) },
    { key: 'created', header: 'Created', width: 130, cell: (team) => <RelativeTime at={team.createdAt} /> },
    {
      key: 'actions',
      header: '',
      width: 52,
      cell: (team) => (
        <Menu>
          <Menu.Target>
            <ActionIcon aria-label={`Actions for team ${team.teamName}`}>
              <EllipsisVertical size={15} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => openMembers(team)}>Members and services…</Menu.Item>
            <Menu.Item onClick={() => setEdited({ team })}>Edit…</Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => askDelete(team)}>Delete…</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ),
    },
  ];
  return (
    <>
      <div className={classes.toolbar}>
        <FilterInput label="Filter teams" value={q} onChange={(next) => setSearch({ q: next, page: 1 })} />
        <span className="grow" />
        <Button leftSection={<UsersRound size={15} />} onClick={() => setEdited({})}>
          Create team
        </Button>
      </div>
      {teams.isError ? (
        <Problem error={teams.error} onRetry={() => void teams.refetch()} />
      ) : (
        <DataTable
          label="Teams"
          columns={columns}
          rows={teams.data?.content}
          rowKey={(team) => team.teamId}
          rowLabel={(team) => team.teamName}
          onOpen={openMembers}
          minWidth={760}
          empty={
            <EmptyState
              icon={<UsersRound size={20} />}
              title={q ? 'No matching teams' : 'No teams yet'}
              action={
                <Button variant="default" onClick={() => (q ? setSearch({ q: '', page: 1 }) : setEdited({}))}>
                  {q ? 'Show all teams' : 'Create team'}
                </Button>
              }
            >
              Workspaces, licences and services are shared within a team.
            </EmptyState>
          }
        />
      )}
      <TableFoot
        noun="teams"
        page={page - 1}
        size={usersPageSize}
        total={teams.data?.totalElements ?? 0}
        onPage={(next) => setSearch({ page: next + 1 }, { push: true })}
      />
      <Suspense>
        {edited ? <TeamDialog team={edited.team} onClose={() => setEdited(null)} /> : null}
        {search.team ? (
          <MembersDialog key={search.team} teamId={search.team} onClose={() => setSearch({ team: '' })} />
        ) : null}
      </Suspense>
    </>
  );
}
