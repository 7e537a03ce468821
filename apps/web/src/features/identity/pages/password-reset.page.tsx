import { zodResolver } from '@hookform/resolvers/zod';
import { Button, PasswordInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { messageOf } from '../../../shared/toasts.ts';
import { resetPassword } from '../api/identity.queries.ts';
import { AuthCard, authClasses } from '../components/auth-card.tsx';
import { newPasswordFormSchema } from '../model/forms.ts';
import { identityPaths } from '../paths.ts';

export function PasswordResetPage() {
  const [params] = useSearchParams();
  const token = params.get('token');
  const navigate = useNavigate();
  const form = useForm<{ password: string; confirmation: string }>({
    resolver: zodResolver(newPasswordFormSchema),
    mode: 'onTouched',
    defaultValues: { password: '', confirmation: '' },
  });
  if (!token)
    return (
      <AuthCard title="This link is not complete" lead="Open the whole link of the mail, or ask for a new one.">
        <Link className="link" to={identityPaths.forgotPassword}>
          Ask for a new link
        </Link>
      </AuthCard>
    );
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await resetPassword({ token, password });
      await navigate(identityPaths.passwordResetted, { replace: true });
    } catch (error) {
      form.setError('password', { message: messageOf(error) }, { shouldFocus: true });
    }
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <AuthCard title="Set a new password" lead="At least 8 characters.">
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
    </AuthCard>
  );
}

export function PasswordResettedPage() {
  return (
    <AuthCard title="Password changed" lead="Sign in with your new password.">
      <Button component={Link} to={identityPaths.login} fullWidth>
        Sign in
      </Button>
    </AuthCard>
  );
}
