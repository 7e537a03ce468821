import { loginSchema } from '@touchstone/contracts/identity';
import { type OrganizationUser, personName } from '@touchstone/contracts/user-management';
import { z } from 'zod';
import type { UserChange } from '../api/users.mutations.ts';
import { formatPhone, parsePhone, phoneProblem } from './phone.ts';
import { isAssignable } from './user-text.ts';

export const phoneSchema = z.object({ country: z.string(), number: z.string() }).superRefine((phone, context) => {
  const message = phoneProblem(phone);
  if (message) context.addIssue({ code: 'custom', message });
});

export const userFormSchema = z.object({
  login: loginSchema,
  firstName: personName('first name'),
  lastName: personName('last name'),
  phone: phoneSchema,
  role: z.string(),
  teams: z.array(z.object({ value: z.string(), label: z.string() })),
});
export type UserForm = z.infer<typeof userFormSchema>;

/** startValues returns initial values of the form for a user. */
export const startValues = (user: OrganizationUser | undefined): UserForm => ({
  login: user?.login ?? '',
  firstName: user?.firstName ?? '',
  lastName: user?.lastName ?? '',
  phone: parsePhone(user?.phoneNumber ?? ''),
  role: user?.role ?? 'ROLE_USER',
  teams: user?.teams.map(({ teamId, teamName }) => ({ value: teamId, label: teamName })) ?? [],
});

/** changeOf returns only the user's fields that the form changed. */
export function changeOf(user: OrganizationUser, form: UserForm): UserChange {
  const { userId, login } = user;
  const phoneNumber = formatPhone(form.phone);
  const isRenamed =
    form.firstName !== user.firstName || form.lastName !== user.lastName || phoneNumber !== user.phoneNumber;
  const teamIds = form.teams.map(({ value }) => value);
  const isMoved = teamIds.length !== user.teams.length || user.teams.some(({ teamId }) => !teamIds.includes(teamId));
  const role = form.role !== user.role && isAssignable(form.role) ? form.role : undefined;
  return {
    login,
    fields: isRenamed ? { userId, firstName: form.firstName, lastName: form.lastName, phoneNumber } : undefined,
    role,
    teams: isMoved ? { userId, teamIds } : undefined,
  };
}
