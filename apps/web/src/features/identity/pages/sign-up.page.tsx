import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { BrandMark } from '../../../ui/brand-mark.tsx';
import { Late } from '../../../ui/page.tsx';
import { AuthCard } from '../components/auth-card.tsx';
import { ProviderButtons } from '../components/provider-buttons.tsx';
import classes from '../components/sign-up/sign-up.module.css';
import { SignUpForm } from '../components/sign-up/sign-up-form.tsx';
import { SignUpStory } from '../components/sign-up/sign-up-story.tsx';
import { VerificationStep } from '../components/sign-up/verification-step.tsx';
import { readSsoPerson } from '../model/forms/sign-up-form.ts';
import { startSignIn } from '../model/sign-in.ts';

const ContactDialog = lazy(async () => ({
  default: (await import('../components/contact-dialog.tsx')).ContactDialog,
}));

/**
 * SignUpPage signs an organization up; with `forewardToSSO=true&provider=…` it redirects to the provider immediately.
 */
export function SignUpPage() {
  const [params] = useSearchParams();
  const provider = params.get('provider');
  const forwards = params.get('forewardToSSO') === 'true' && provider !== null;
  const left = useRef(false);
  useEffect(() => {
    if (!forwards || left.current) return;
    left.current = true;
    startSignIn({ providerAlias: provider });
  }, [forwards, provider]);
  if (forwards)
    return (
      <Late>
        <AuthCard title="Sign Up" lead="Opening the sign-in page of your provider…" />
      </Late>
    );
  return <SignUpScreen />;
}

function SignUpScreen() {
  const [params] = useSearchParams();
  const [person] = useState(() => readSsoPerson(params));
  const [login, setLogin] = useState<string | null>(null);
  const [focusCount, setFocusCount] = useState(0);
  const [contact, setContact] = useState<'message' | 'demo' | null>(null);
  const side = useRef<HTMLDivElement>(null);
  const toForm = () => {
    side.current?.scrollIntoView({ block: 'start' });
    setFocusCount((count) => count + 1);
  };
  return (
    <main className={classes.screen}>
      <title>Sign Up · Touchstone</title>
      <SignUpStory onTrial={toForm} onContact={setContact} />
      <div ref={side} className={`${classes.side} form`}>
        <div className={classes.brand}>
          <BrandMark size={28} />
          Touchstone
        </div>
        {login ? (
          <>
            <h1 className={classes.title}>Verify your e-mail</h1>
            <p className={classes.lead} role="status">
              We sent a link to this address. Open it within 24 hours to set your password.
            </p>
            <VerificationStep login={login} />
          </>
        ) : (
          <>
            <h1 className={classes.title}>Sign Up</h1>
            <p className={classes.lead}>Start a free trial of 30 days for your organization.</p>
            <SignUpForm
              person={person}
              focusCount={focusCount}
              onDone={(entered) => (person ? startSignIn({ providerAlias: person.alias }) : setLogin(entered))}
            />
            {person ? null : <ProviderButtons />}
          </>
        )}
      </div>
      {contact ? (
        <Suspense>
          <ContactDialog kind={contact} onClose={() => setContact(null)} />
        </Suspense>
      ) : null}
    </main>
  );
}
