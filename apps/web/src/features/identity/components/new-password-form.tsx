import { zodResolver } from '@hookform/resolvers/zod';
import { Button, PasswordInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../shared/toasts.ts';
import { newPasswordFormSchema } from '../model/forms/password-forms.ts';
import { authClasses } from './auth-card.tsx';

/** NewPasswordForm asks for a new password twice; an error thrown by `onSubmit` is shown under the first field. */
export function NewPasswordForm({ onSubmit }: { onSubmit: (password: string) => Promise<void> }) {
  const form = useForm<{ password: string; confirmation: string }>({
    resolver: zodResolver(newPasswordFormSchema),
    mode: 'onTouched',
    defaultValues: { password: '', confirmation: '' },
  });
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await onSubmit(password);
    } catch (error) {
      form.setError('password', { message: messageOf(error) }, { shouldFocus: true });
    }
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <form className={authClasses.form} onSubmit={(event) => void submit(event)} noValidate>
      <PasswordInput
        {...form.register('password')}
        label="New password"
        autoComplete="new-password"
        autoFocus
        error={errors.password?.message}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
      />
      <PasswordInput
        {...form.register('confirmation')}
        label="New password again"
        autoComplete="new-password"
        error={errors.confirmation?.message}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
      />
      <Button type="submit" fullWidth loading={isSubmitting}>
        Set password
      </Button>
    </form>
  );
}
