import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router';
import { messageOf } from '../../../shared/toasts.ts';
import { askForReset } from '../api/identity.queries.ts';
import { AuthCard, authClasses } from '../components/auth-card.tsx';
import { OutboxNote } from '../components/outbox-note.tsx';
import { forgotPasswordFormSchema } from '../model/forms/password-forms.ts';
import { identityPaths } from '../paths.ts';

export function ForgotPasswordPage() {
  const [params] = useSearchParams();
  const [answer, setAnswer] = useState<string | null>(null);
  const form = useForm<{ login: string }>({
    resolver: zodResolver(forgotPasswordFormSchema),
    mode: 'onTouched',
    defaultValues: { login: params.get('login') ?? '' },
  });
  const submit = form.handleSubmit(async (values) => {
    try {
      setAnswer((await askForReset(values)).message);
    } catch (error) {
      form.setError('login', { message: messageOf(error) }, { shouldFocus: true });
    }
  });
  const back = (
    <Link className="link" to={identityPaths.login}>
      Back to sign in
    </Link>
  );
  return (
    <AuthCard title="Reset your password" lead="We'll mail you a link to set a new password.">
      {answer ? (
        <div className={authClasses.form}>
          <Alert color="teal" role="status">
            {answer}
          </Alert>
          <OutboxNote />
          {back}
        </div>
      ) : (
        <form className={authClasses.form} onSubmit={(event) => void submit(event)} noValidate>
          <TextInput
            {...form.register('login')}
            label="E-mail"
            type="email"
            autoComplete="username"
            autoFocus
            error={form.formState.errors.login?.message}
          />
          <Button type="submit" fullWidth loading={form.formState.isSubmitting}>
            Mail me a link
          </Button>
          {back}
        </form>
      )}
    </AuthCard>
  );
}
