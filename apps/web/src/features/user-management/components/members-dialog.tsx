import { Button, Modal } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TeamMember } from '@touchstone/contracts/user-management';
import { useState } from 'react';
import type { Choice } from '../../../shared/choices.ts';
import { toast, toastError } from '../../../shared/toasts.ts';
import { Problem } from '../../../ui/page.tsx';
import { RemoteMultiSelect } from '../../../ui/select/remote-select.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { TableFoot } from '../../../ui/table/table-foot.tsx';
import { useTeamMutations } from '../api/teams.mutations.ts';
import { candidateChoices, membersQuery, teamQuery } from '../api/users.queries.ts';
import { fullName, roleName, stateName } from '../model/user-text.ts';
import classes from './account.module.css';
import { TeamServices } from './team-services.tsx';

const pageSize = 10;

/** MembersDialog shows the members of a team and its services, and edits both. */
export function MembersDialog({ teamId, onClose }: { teamId: string; onClose: () => void }) {
  const team = useQuery({ ...teamQuery(teamId), placeholderData: keepPreviousData });
  const [q, setQ] = useState('');
  const [page, setPage] = useState(0);
  const [chosen, setChosen] = useState<Choice[]>([]);
  const members = useQuery(membersQuery(teamId, { page, size: pageSize, searchTerm: q || undefined }));
  const { addMembers, removeMember } = useTeamMutations();
  const add = () =>
    addMembers.mutate(
      { teamId, userIds: chosen.map(({ value }) => value) },
      {
        onError: toastError,
        onSuccess: ({ added }) => {
          setChosen([]);
          toast('success', added === 1 ? '1 user was added.' : `${added} users were added.`);
        },
      },
    );
  const removeFrom = (member: TeamMember) =>
    removeMember.mutate(
      { teamId, userId: member.userId },
      { onError: toastError, onSuccess: () => toast('success', `${fullName(member)} is no longer in the team.`) },
    );
  const columns: Column<TeamMember>[] = [
    {
      key: 'who',
      header: 'Member',
      cell: (member) => (
        <>
          {fullName(member)} <span className="dim">{member.login}</span>
        </>
      ),
    },
    { key: 'role', header: 'Role', width: 130, cell: (member) => roleName(member.role) },
    { key: 'state', header: 'Status', width: 100, cell: stateName },
    {
      key: 'actions',
      header: '',
      width: 90,
      align: 'right',
      cell: (member) => (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          aria-label={`Remove ${fullName(member)} from the team`}
          onClick={() => removeFrom(member)}
        >
          Remove
        </Button>
      ),
    },
  ];
  const problem = team.error ?? members.error;
  return (
    <Modal opened onClose={onClose} size={760} title={team.data ? `Members of ${team.data.teamName}` : 'Members'}>
      {problem ? (
        <Problem error={problem} onRetry={() => void Promise.all([team.refetch(), members.refetch()])} />
      ) : null}
      <form
        className="row"
        style={{ alignItems: 'flex-end', marginBottom: 12 }}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <div className="grow">
          <RemoteMultiSelect
            label="Add users"
            placeholder={chosen.length ? '' : 'Search by name or e-mail'}
            source={candidateChoices(teamId)}
            nothingFound="No other active user of this name"
            value={chosen}
            onChange={setChosen}
          />
        </div>
        <Button type="submit" disabled={chosen.length === 0} loading={addMembers.isPending}>
          Add
        </Button>
      </form>
      <FilterInput
        label="Filter members"
        value={q}
        onChange={(next) => {
          setQ(next);
          setPage(0);
        }}
      />
      <DataTable
        label="Members"
        columns={columns}
        rows={members.data?.content}
        rowKey={(member) => member.userId}
        rowLabel={fullName}
        minWidth={620}
        empty={<p className={`dim ${classes.part}`}>{q ? 'No matching members.' : 'This team has no members yet.'}</p>}
      />
      <TableFoot noun="members" page={page} size={pageSize} total={members.data?.totalElements ?? 0} onPage={setPage} />
      <TeamServices teamId={teamId} />
    </Modal>
  );
}
