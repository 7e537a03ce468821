import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, TextInput } from '@mantine/core';
import { type Profile, personName } from '@touchstone/contracts/user-management';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { messageOf } from '../../../shared/toasts.ts';
import { Panel } from '../../../ui/panel.tsx';
import { useProfileMutations } from '../api/profile.queries.ts';
import { formatPhone, parsePhone } from '../model/phone.ts';
import { phoneSchema } from '../model/user-form.ts';
import classes from './account.module.css';
import { PhoneField } from './phone-field.tsx';

const formSchema = z.object({
  firstName: personName('first name'),
  lastName: personName('last name'),
  phone: phoneSchema,
});
type Form = z.infer<typeof formSchema>;

/** PersonPanel edits the user's name and telephone number. */
export function PersonPanel({ profile }: { profile: Profile }) {
  const { update } = useProfileMutations();
  const form = useForm<Form>({
    resolver: zodResolver(formSchema),
    mode: 'onTouched',
    defaultValues: {
      firstName: profile.firstName,
      lastName: profile.lastName,
      phone: parsePhone(profile.phoneNumber),
    },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const { firstName, lastName, phone } = values;
    try {
      await update.mutateAsync({ firstName, lastName, phoneNumber: formatPhone(phone) });
      form.reset(values);
    } catch (error) {
      form.setError('firstName', { message: messageOf(error) }, { shouldFocus: true });
    }
  });
  return (
    <Panel title="Personal details" padded>
      <form
        className={`form ${classes.column}`}
        noValidate
        onInput={update.reset}
        onSubmit={(event) => void submit(event)}
      >
        <div className={classes.pair}>
          <TextInput
            {...form.register('firstName')}
            label="First name"
            autoComplete="given-name"
            error={errors.firstName?.message}
          />
          <TextInput
            {...form.register('lastName')}
            label="Last name"
            autoComplete="family-name"
            error={errors.lastName?.message}
          />
        </div>
        <TextInput label="E-mail" type="email" value={profile.login} readOnly />
        <Controller
          name="phone"
          control={form.control}
          render={({ field: { value, onChange, onBlur } }) => (
            <PhoneField value={value} onChange={onChange} onBlur={onBlur} error={errors.phone?.message} />
          )}
        />
        <Group justify="flex-end">
          <span role="status" className="dim">
            {update.isSuccess ? 'Your profile is saved.' : ''}
          </span>
          <Button type="submit" loading={isSubmitting}>
            Save profile
          </Button>
        </Group>
      </form>
    </Panel>
  );
}
