import { Button, Group, Modal, Select, Textarea } from '@mantine/core';
import type { SentInvitation } from '@touchstone/contracts/collaboration';
import type { Project, WorkspaceRole } from '@touchstone/contracts/workspaces';
import { useState } from 'react';
import { messageOf, toast } from '../../../shared/toasts.ts';
import { Refusals } from '../../../ui/dialog/refusals.tsx';
import { usePeopleMutations } from '../api/collaboration.mutations.ts';
import { readInvitees } from '../model/invitees.ts';
import { roleChoices } from '../model/role-words.ts';
import classes from './collaboration.module.css';
import { LinksDialog } from './links-dialog.tsx';

interface Props {
  project: Pick<Project, 'projectId' | 'projectName'>;
  onClose: () => void;
}

/**
 * InviteDialog invites people to a workspace. Refused addresses stay in the field, each with its reason; without a mail
 * server, it shows the links.
 */
export function InviteDialog({ project: { projectId, projectName }, onClose }: Props) {
  const { invite } = usePeopleMutations(projectId);
  const [text, setText] = useState('');
  const [role, setRole] = useState<WorkspaceRole>('EDITOR');
  const [problem, setProblem] = useState<string>();
  const [refusals, setRefusals] = useState<string[]>([]);
  const [handedOver, setHandedOver] = useState<readonly SentInvitation[]>([]);
  const [isDone, setDone] = useState(false);

  const submit = async () => {
    const { userEmails, problem: found } = readInvitees(text);
    setProblem(found);
    setRefusals([]);
    if (found) return;
    try {
      const { invited, failed } = await invite.mutateAsync({ userEmails, role });
      const unmailed = invited.filter(({ isMailed }) => !isMailed);
      setHandedOver((before) => [...before, ...unmailed]);
      if (invited.length > unmailed.length)
        toast(
          'success',
          invited.length === 1 ? `${invited[0]?.userEmail} is invited.` : `${invited.length} people are invited.`,
        );
      setText(failed.map(({ userEmail }) => userEmail).join('\n'));
      setRefusals(failed.map(({ message }) => message));
      if (failed.length > 0) return;
      if (handedOver.length + unmailed.length > 0) setDone(true);
      else onClose();
    } catch (error) {
      setRefusals([messageOf(error)]);
    }
  };
  if (isDone)
    return (
      <LinksDialog
        invitations={handedOver}
        note="No mail server is set up, so invitations aren't sent. Give each person their link."
        onClose={onClose}
      />
    );
  return (
    <Modal
      opened
      onClose={() => (handedOver.length > 0 ? setDone(true) : onClose())}
      title={`Invite people to ${projectName}`}
      size={500}
    >
      <form
        className={`form ${classes.links}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Textarea
          data-autofocus
          label="E-mail addresses"
          description="People of your organization: one in a line, or separated by commas"
          autosize
          minRows={3}
          maxRows={8}
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <Select
          label="Role"
          data={roleChoices.map(({ value, label, allows }) => ({ value, label: `${label}: ${allows}` }))}
          allowDeselect={false}
          value={role}
          onChange={(value) => setRole((value ?? 'EDITOR') as WorkspaceRole)}
        />
        {refusals.length > 0 ? <Refusals title="Failed to invite users" reasons={refusals} /> : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
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
