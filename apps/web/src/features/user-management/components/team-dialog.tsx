import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, Modal, Textarea, TextInput } from '@mantine/core';
import { type TeamDetail, teamFieldsSchema } from '@touchstone/contracts/user-management';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../shared/toasts.ts';
import { useTeamMutations } from '../api/teams.mutations.ts';
import classes from './account.module.css';

interface Form {
  teamName: string;
  teamDescription?: string | undefined;
}

/** TeamDialog creates a team, or edits its name and description. */
export function TeamDialog({ team, onClose }: { team?: TeamDetail | undefined; onClose: () => void }) {
  const { create, update } = useTeamMutations();
  const form = useForm<Form>({
    resolver: zodResolver(teamFieldsSchema),
    mode: 'onChange',
    defaultValues: { teamName: team?.teamName ?? '', teamDescription: team?.teamDescription ?? '' },
  });
  const submit = form.handleSubmit(async (values) => {
    try {
      if (team) await update.mutateAsync({ teamId: team.teamId, ...values });
      else await create.mutateAsync(values);
      onClose();
    } catch (error) {
      form.setError('teamName', { message: messageOf(error) }, { shouldFocus: true });
    }
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <Modal opened onClose={onClose} title={team ? `Edit team ${team.teamName}` : 'Create team'}>
      <form className={`form ${classes.column}`} noValidate onSubmit={(event) => void submit(event)}>
        <TextInput {...form.register('teamName')} label="Name" data-autofocus error={errors.teamName?.message} />
        <Textarea
          {...form.register('teamDescription')}
          label="Description"
          autosize
          minRows={2}
          maxRows={6}
          error={errors.teamDescription?.message}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSubmitting}>
            {team ? 'Save team' : 'Create team'}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
