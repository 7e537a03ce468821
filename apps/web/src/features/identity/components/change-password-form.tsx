import { zodResolver } from '@hookform/resolvers/zod';
import { Button, PasswordInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { messageOf, toast } from '../../../shared/toasts.ts';
import { changePassword } from '../api/identity.queries.ts';
import { changePasswordFormSchema, type ChangePasswordForm as Form } from '../model/forms/password-forms.ts';
import { authClasses } from './auth-card.tsx';

const fields = [
  ['currentPassword', 'Current password', 'current-password'],
  ['newPassword', 'New password', 'new-password'],
  ['confirmPassword', 'New password again', 'new-password'],
] as const;
const empty: Form = { currentPassword: '', newPassword: '', confirmPassword: '' };

interface Props {
  /** Whether it is one of several forms on the page, and not the first. */
  isAside?: boolean;
  onDone?: () => void;
}

/** ChangePasswordForm changes the password of the signed-in user; other sessions end. */
export function ChangePasswordForm({ isAside, onDone }: Props) {
  const form = useForm<Form>({
    resolver: zodResolver(changePasswordFormSchema),
    mode: 'onTouched',
    defaultValues: empty,
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      toast('success', (await changePassword(values)).message);
      form.reset(empty);
      onDone?.();
    } catch (error) {
      const message = messageOf(error);
      const field = message === 'Invalid current password' ? 'currentPassword' : 'newPassword';
      form.setError(field, { message }, { shouldFocus: true });
    }
  });
  return (
    <form className={`${authClasses.form} form`} onSubmit={(event) => void submit(event)} noValidate>
      {fields.map(([name, label, autoComplete]) => (
        <PasswordInput
          key={name}
          {...form.register(name)}
          label={label}
          autoComplete={autoComplete}
          error={errors[name]?.message}
          visibilityToggleButtonProps={{ 'aria-label': `Show or hide: ${label}` }}
        />
      ))}
      <Button
        type="submit"
        variant={isAside ? 'default' : 'filled'}
        loading={isSubmitting}
        {...(isAside && { style: { alignSelf: 'start' } })}
      >
        Change password
      </Button>
    </form>
  );
}
