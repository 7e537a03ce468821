import { Alert, Button, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@touchstone/contracts';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { session } from '../../../shared/session/browser-session.ts';
import { messageOf } from '../../../shared/toasts.ts';
import { Late } from '../../../ui/page.tsx';
import { signIn } from '../api/identity.queries.ts';
import { settingsQuery } from '../api/sign-up.queries.ts';
import { AuthCard, authClasses } from '../components/auth-card.tsx';
import { useBotCheck } from '../components/bot-check.ts';
import { ProviderButtons } from '../components/provider-buttons.tsx';
import { type SignInForm, signInRules } from '../model/forms/sign-in-form.ts';
import { openInteraction } from '../model/open-interaction.ts';
import { providerProblem } from '../model/provider-problem.ts';
import { startSignIn } from '../model/sign-in.ts';
import { leaveAfterSuccess } from '../model/success.ts';
import { identityPaths } from '../paths.ts';

/** LoginPage is the issuer's interaction page; without an interaction it starts one in the background. */
export function LoginPage() {
  const [params] = useSearchParams();
  const problem = providerProblem(params.get('problem'));
  const settings = useQuery(settingsQuery);
  const issuer = settings.data?.issuer;
  const interaction = params.get('interaction');
  // This page would be a detour for users who are signed in already, or sign in elsewhere.
  const leaves = !interaction && (session.isRemembered() || Boolean(issuer));
  useEffect(() => {
    if (leaves) startSignIn();
  }, [leaves]);
  if (leaves || (settings.isPending && !interaction))
    return (
      <Late>
        <AuthCard title="Sign in" lead="Opening the sign-in page…" />
      </Late>
    );
  return issuer ? <ExternalSignInCard issuer={issuer} problem={problem} /> : <SignInCard problem={problem} />;
}

/** Returns the interaction in the address, or starts one and puts it there. */
function useInteraction(): () => Promise<string> {
  const [params] = useSearchParams();
  const given = params.get('interaction');
  const opened = useRef<Promise<string>>(undefined);
  useEffect(() => {
    if (given || opened.current) return;
    const { pathname } = new URL(document.URL);
    opened.current = openInteraction();
    void opened.current.then((interaction) => {
      const address = new URL(document.URL);
      // The user has moved to another page, whose address stays.
      if (address.pathname !== pathname) return;
      address.searchParams.set('interaction', interaction);
      // Not a router navigation, which would cancel one that has started since.
      window.history.replaceState(window.history.state, '', address);
    });
  }, [given]);
  return () => (given || !opened.current ? Promise.resolve(given ?? '') : opened.current);
}

/** If an external issuer manages the accounts, this page only shows what went wrong there. */
function ExternalSignInCard({ issuer, problem }: { issuer: string; problem: string | null }) {
  return (
    <AuthCard title="Sign in" lead={`Accounts are managed by ${issuer}.`}>
      {problem ? <FailureAlert>{problem}</FailureAlert> : null}
      <Button fullWidth mt="md" onClick={() => startSignIn({ again: problem !== null })}>
        Sign in at {issuer}
      </Button>
    </AuthCard>
  );
}

const FailureAlert = ({ children }: { children: ReactNode }) => (
  <Alert color="red" icon={<CircleAlert size={16} />} role="alert">
    {children}
  </Alert>
);

function SignInCard({ problem }: { problem: string | null }) {
  const getInteraction = useInteraction();
  const [failure, setFailure] = useState(problem);
  const [done, setDone] = useState(false);
  const navigate = useNavigate();
  const botCheck = useBotCheck();
  const form = useForm<SignInForm>({
    mode: 'onTouched',
    defaultValues: { login: '', password: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      const [interaction, proof] = await Promise.all([getInteraction(), botCheck()]);
      const status = await signIn({ interaction, ...values, ...(proof ? { botCheck: proof } : {}) });
      if (status.redirectTo === undefined) {
        await navigate(`${identityPaths.secondFactor}?interaction=${encodeURIComponent(interaction)}`);
        return;
      }
      setDone(true);
      leaveAfterSuccess(status.redirectTo);
    } catch (error) {
      if (error instanceof ApiError && error.code.includes('INTERACTION')) {
        startSignIn();
        return;
      }
      setFailure(messageOf(error));
      form.setFocus('password', { shouldSelect: true });
    }
  });

  return (
    <AuthCard title="Sign in" lead="Use the account of your organization.">
      <form className={authClasses.form} onSubmit={(event) => void submit(event)} noValidate>
        {failure ? <FailureAlert>{failure}</FailureAlert> : null}
        <TextInput
          {...form.register('login', signInRules.login)}
          label="E-mail"
          type="email"
          autoComplete="username"
          autoFocus
          error={errors.login?.message}
        />
        <PasswordInput
          {...form.register('password', signInRules.password)}
          label={
            <span className={authClasses.between}>
              Password
              <Link className="link" to={identityPaths.forgotPassword}>
                Forgot password?
              </Link>
            </span>
          }
          labelProps={{ style: { width: '100%' } }}
          autoComplete="current-password"
          error={errors.password?.message}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
        />
        <Button type="submit" fullWidth loading={isSubmitting} color={done ? 'teal.9' : undefined}>
          {done ? 'Signed in' : 'Sign in'}
        </Button>
        <span className="visually-hidden" role="status">
          {done ? 'Signed in' : ''}
        </span>
      </form>
      <ProviderButtons />
      <p className={authClasses.foot}>
        New here?{' '}
        <Link className="link" to={identityPaths.signUp}>
          Sign up your organization
        </Link>
      </p>
    </AuthCard>
  );
}
