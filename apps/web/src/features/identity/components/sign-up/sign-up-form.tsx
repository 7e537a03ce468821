import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { Link } from 'react-router';
import type { z } from 'zod';
import { toastError } from '../../../../shared/toasts.ts';
import { register } from '../../api/sign-up.queries.ts';
import {
  countryOptions,
  type SignUpForm as Form,
  type SsoPerson,
  signUpFormSchema,
  startValues,
  toRegistration,
} from '../../model/forms/sign-up-form.ts';
import { identityPaths } from '../../paths.ts';
import { authClasses } from '../auth-card.tsx';
import { useBotCheck } from '../bot-check.ts';
import { useShownErrors } from '../shown-errors.ts';
import classes from './sign-up.module.css';
import { TermsDialog } from './terms-dialog.tsx';

interface Props {
  /** Set after a redirect from a provider, which makes bot check and verification unnecessary. */
  person: SsoPerson | null;
  onDone: (login: string) => void;
  /** Incremented to move the focus to the form. */
  focusCount: number;
}

/** SignUpForm is the first step: the organization and its first administrator. */
export function SignUpForm({ person, onDone, focusCount }: Props) {
  const [termsOpened, setTermsOpened] = useState(false);
  const botCheck = useBotCheck();
  const form = useForm<Form, unknown, z.output<typeof signUpFormSchema>>({
    resolver: zodResolver(signUpFormSchema),
    mode: 'all',
    defaultValues: startValues(person),
  });
  const problemOf = useShownErrors(form);
  const { isSubmitting } = form.formState;
  const accepted = form.watch('terms');
  const { setFocus } = form;
  useEffect(() => setFocus('firstName', { shouldSelect: focusCount > 0 }), [focusCount, setFocus]);
  const submit = form.handleSubmit(async (values) => {
    try {
      const recaptcha = person ? undefined : await botCheck();
      await register(toRegistration(values, { recaptcha, person }));
      onDone(values.login);
    } catch (error) {
      toastError(error);
      form.setValue('terms', false);
    }
  });
  const field = (name: 'firstName' | 'lastName' | 'login' | 'organizationName' | 'contactNumber') => ({
    ...form.register(name),
    error: problemOf(name),
  });
  return (
    <form className={authClasses.form} onSubmit={(event) => void submit(event)} noValidate>
      <div className={classes.pair}>
        <TextInput {...field('firstName')} label="First name" autoComplete="given-name" withAsterisk />
        <TextInput {...field('lastName')} label="Last name" autoComplete="family-name" withAsterisk />
      </div>
      <TextInput
        {...field('login')}
        label="Business e-mail"
        type="email"
        autoComplete="username"
        readOnly={person !== null}
        className={classes.lower ?? ''}
        withAsterisk
      />
      <div className={classes.phone}>
        <Controller
          name="country"
          control={form.control}
          render={({ field: { ref, ...input } }) => (
            <Select
              {...input}
              ref={ref}
              label="Country code"
              data={countryOptions}
              searchable
              allowDeselect={false}
              nothingFoundMessage="No country of this name or code"
              comboboxProps={{ width: 280, position: 'bottom-start', shadow: 'md' }}
            />
          )}
        />
        <TextInput {...field('contactNumber')} label="Contact number" type="tel" autoComplete="tel-national" />
      </div>
      <TextInput {...field('organizationName')} label="Organization name" autoComplete="organization" withAsterisk />
      <div className={classes.terms}>
        <Checkbox {...form.register('terms')} id="terms" label="I accept the" />
        <button type="button" className={`link ${classes.textButton}`} onClick={() => setTermsOpened(true)}>
          Terms of Service and Privacy
        </button>
      </div>
      <Button type="submit" fullWidth loading={isSubmitting} disabled={!accepted}>
        Sign Up
      </Button>
      <Link className="link" to={identityPaths.login}>
        Already have an account? Sign in
      </Link>
      <TermsDialog
        opened={termsOpened}
        accepts
        onClose={(result) => {
          setTermsOpened(false);
          if (result === 'accept') form.setValue('terms', true, { shouldDirty: true, shouldTouch: true });
        }}
      />
    </form>
  );
}
