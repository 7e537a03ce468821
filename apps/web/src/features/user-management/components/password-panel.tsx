import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, PasswordInput } from '@mantine/core';
import { ApiError } from '@touchstone/contracts';
import { passwordChangeSchema } from '@touchstone/contracts/user-management';
import { useForm } from 'react-hook-form';
import { messageOf, toast } from '../../../shared/toasts.ts';
import { Panel } from '../../../ui/panel.tsx';
import { useProfileMutations } from '../api/profile.queries.ts';
import classes from './account.module.css';

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };
type Form = typeof empty;

/** The field that a server-side error belongs to. */
const fieldOf = (error: unknown): keyof Form =>
  error instanceof ApiError && error.code === 'IDENTITY_INVALID_CURRENT_PASSWORD' ? 'currentPassword' : 'newPassword';

/** PasswordPanel changes the user's password; other sessions end. */
export function PasswordPanel() {
  const { changePassword } = useProfileMutations();
  const form = useForm<Form>({ resolver: zodResolver(passwordChangeSchema), mode: 'onTouched', defaultValues: empty });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      toast('success', (await changePassword.mutateAsync(values)).message);
      form.reset(empty);
    } catch (error) {
      form.setError(fieldOf(error), { message: messageOf(error) }, { shouldFocus: true });
    }
  });
  const field = (name: keyof Form) => ({
    ...form.register(name),
    error: errors[name]?.message,
    visibilityToggleButtonProps: { 'aria-label': 'Show or hide the password' },
  });
  return (
    <Panel title="Password" padded>
      <form className={`form ${classes.column}`} noValidate onSubmit={(event) => void submit(event)}>
        <PasswordInput {...field('currentPassword')} label="Current password" autoComplete="current-password" />
        <div className={classes.pair}>
          <PasswordInput {...field('newPassword')} label="New password" autoComplete="new-password" />
          <PasswordInput {...field('confirmPassword')} label="New password again" autoComplete="new-password" />
        </div>
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={isSubmitting}>
            Change password
          </Button>
        </Group>
      </form>
    </Panel>
  );
}
