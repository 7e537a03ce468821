import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, Modal, Select, TextInput } from '@mantine/core';
import type { OrganizationUser } from '@touchstone/contracts/user-management';
import { Controller, useForm } from 'react-hook-form';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { messageOf, toast } from '../../../shared/toasts.ts';
import { RemoteMultiSelect } from '../../../ui/select/remote-select.tsx';
import { useUserMutations } from '../api/users.mutations.ts';
import { teamChoices } from '../api/users.queries.ts';
import { formatPhone } from '../model/phone.ts';
import { changeOf, startValues, type UserForm, userFormSchema } from '../model/user-form.ts';
import { fullName, invitedRoleChoices, isAssignable, isInvited, roleChoices, roleName } from '../model/user-text.ts';
import classes from './account.module.css';
import { PhoneField } from './phone-field.tsx';

interface Props {
  /** Absent to create a user, who is invited by e-mail. */
  user?: OrganizationUser | undefined;
  onClose: () => void;
}

/** UserDialog creates a user, or edits name, telephone number, role and teams of one. */
export function UserDialog({ user, onClose }: Props) {
  const { role: ownRole } = useAccount();
  const save = useUserSave(user);
  const form = useForm<UserForm>({
    resolver: zodResolver(userFormSchema),
    mode: 'onTouched',
    defaultValues: startValues(user),
  });
  const { errors, isSubmitting } = form.formState;
  const isProtected = user !== undefined && !isAssignable(user.role);
  const readOnly = isProtected && ownRole !== 'ROLE_SUPERADMIN';
  const choices = user ? roleChoices : invitedRoleChoices;
  const submit = form.handleSubmit(async (values) => {
    try {
      await save(values);
      onClose();
    } catch (error) {
      form.setError(user ? 'role' : 'login', { message: messageOf(error) });
    }
  });
  return (
    <Modal opened onClose={onClose} title={user ? `Edit ${fullName(user)}` : 'Create user'} size={500}>
      <form className={`form ${classes.column}`} noValidate onSubmit={(event) => void submit(event)}>
        <TextInput
          {...form.register('login')}
          label="E-mail"
          type="email"
          readOnly={user !== undefined}
          data-autofocus={user ? undefined : true}
          error={errors.login?.message}
        />
        <div className={classes.pair}>
          <TextInput
            {...form.register('firstName')}
            label="First name"
            readOnly={readOnly}
            data-autofocus={user ? true : undefined}
            error={errors.firstName?.message}
          />
          <TextInput
            {...form.register('lastName')}
            label="Last name"
            readOnly={readOnly}
            error={errors.lastName?.message}
          />
        </div>
        <Controller
          name="phone"
          control={form.control}
          render={({ field: { value, onChange, onBlur } }) => (
            <PhoneField value={value} onChange={onChange} onBlur={onBlur} error={errors.phone?.message} />
          )}
        />
        <Controller
          name="role"
          control={form.control}
          render={({ field: { ref, ...field } }) => (
            <Select
              {...field}
              ref={ref}
              label="Role"
              data={isProtected ? [{ value: user.role, label: roleName(user.role) }] : choices}
              allowDeselect={false}
              readOnly={isProtected}
              error={errors.role?.message}
            />
          )}
        />
        <Controller
          name="teams"
          control={form.control}
          render={({ field: { value, onChange } }) => (
            <RemoteMultiSelect
              label="Teams"
              placeholder={value.length ? '' : 'No team yet'}
              source={teamChoices}
              nothingFound="No team of this name"
              value={value}
              onChange={onChange}
            />
          )}
        />
        {readOnly ? (
          <p className="dim">This account belongs to those who run the installation and cannot be changed here.</p>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {readOnly ? 'Close' : 'Cancel'}
          </Button>
          {readOnly ? null : (
            <Button type="submit" loading={isSubmitting}>
              {user ? 'Save user' : 'Create user'}
            </Button>
          )}
        </Group>
      </form>
    </Modal>
  );
}

function useUserSave(user: OrganizationUser | undefined) {
  const { create, update } = useUserMutations();
  return async (values: UserForm): Promise<void> => {
    if (user) {
      await update.mutateAsync(changeOf(user, values));
      toast('success', `${fullName(values)} is saved.`);
      return;
    }
    const { login, firstName, lastName, phone, role, teams } = values;
    const phoneNumber = formatPhone(phone);
    const teamIds = teams.map(({ value }) => value);
    await create.mutateAsync({
      login,
      firstName,
      lastName,
      phoneNumber,
      teamIds,
      ...(isInvited(role) && { role }),
    });
    toast('success', `${login} is invited.`);
  };
}
