import { Button, Group, Modal, Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError, type CallOutput } from '@touchstone/contracts';
import type { userManagementRoutes } from '@touchstone/contracts/user-management';
import { useState } from 'react';
import type { Choice } from '../../../shared/choices.ts';
import { messageOf, toast } from '../../../shared/toasts.ts';
import { Refusals } from '../../../ui/dialog/refusals.tsx';
import { RemoteMultiSelect } from '../../../ui/select/remote-select.tsx';
import { settingsQuery } from '../../identity/index.ts';
import { useUserMutations } from '../api/users.mutations.ts';
import { teamChoices } from '../api/users.queries.ts';
import { parseEmails } from '../model/emails.ts';
import { invitedRoleChoices, isInvited } from '../model/user-text.ts';
import classes from './account.module.css';
import { InvitationLinksDialog } from './invitation-link.tsx';

type Failed = CallOutput<typeof userManagementRoutes.inviteUsers>['failed'];
interface Refusal {
  title: string;
  reasons: string[];
}

const reasonsOf = (failed: Failed) => failed.map(({ login, message }) => `${login}: ${message}`);

const refusalOf = (error: unknown): Refusal =>
  error instanceof ApiError
    ? { title: error.message, reasons: error.details.map(({ message }) => message) }
    : { title: messageOf(error), reasons: [] };

/**
 * InviteDialog invites people by e-mail, and keeps failed addresses with their reasons. Without a mail server it offers
 * links.
 */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const keepsMails = useQuery(settingsQuery).data?.keepsMails ?? false;
  const [handedOver, setHandedOver] = useState<readonly string[]>([]);
  const [isDone, setDone] = useState(false);
  const { invite } = useUserMutations();
  const [text, setText] = useState('');
  const [role, setRole] = useState<(typeof invitedRoleChoices)[number]['value']>('ROLE_USER');
  const [teams, setTeams] = useState<Choice[]>([]);
  const [problem, setProblem] = useState<string>();
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const close = () => (handedOver.length > 0 ? setDone(true) : onClose());
  const submit = async () => {
    const { logins, problem: found } = parseEmails(text);
    setProblem(found);
    setRefusal(null);
    if (found) return;
    try {
      const teamIds = teams.map(({ value }) => value);
      const { invited, failed } = await invite.mutateAsync({ logins, role, teamIds });
      if (keepsMails) setHandedOver((before) => [...before, ...invited]);
      if (failed.length === 0 && keepsMails) return setDone(true);
      toast('success', invited.length === 1 ? `${invited[0]} is invited.` : `${invited.length} users are invited.`);
      if (failed.length === 0) return onClose();
      setText(failed.map(({ login }) => login).join('\n'));
      setRefusal({ title: 'Failed to invite users', reasons: reasonsOf(failed) });
    } catch (error) {
      setRefusal(refusalOf(error));
    }
  };
  if (isDone)
    return (
      <InvitationLinksDialog
        logins={handedOver}
        note="No mail server is set up, so invitations aren't sent. Give each person their link."
        onClose={onClose}
      />
    );
  return (
    <Modal opened onClose={close} title="Invite users" size={500}>
      <form
        className={`form ${classes.column}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Textarea
          data-autofocus
          label="E-mail addresses"
          description="One in a line, or separated by commas; at most 100 at once"
          autosize
          minRows={3}
          maxRows={10}
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <Select
          label="Role"
          data={invitedRoleChoices}
          allowDeselect={false}
          value={role}
          onChange={(value) => value && isInvited(value) && setRole(value)}
        />
        <RemoteMultiSelect
          label="Teams"
          placeholder={teams.length ? '' : 'No team yet'}
          source={teamChoices}
          nothingFound="No team of this name"
          value={teams}
          onChange={setTeams}
        />
        {refusal ? <Refusals title={refusal.title} reasons={refusal.reasons} /> : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={invite.isPending}>
            Send invitations
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
