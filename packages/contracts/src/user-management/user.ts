import { z } from 'zod';
import { loginSchema } from '../people.ts';
import { administrators } from '../roles.ts';
import { canRead, onlyRoles, route, whenExpired } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, queryBoolean, searchTerm, timeSchema } from '../shared.ts';

const service = 'user-management';
/** My Account stays usable when the plan has expired. */
const administer = (effect: 'read' | 'write') => whenExpired(onlyRoles(effect, ...administrators));

/** Roles for invitations; the remaining roles belong to the installation's administrators. */
export const invitedRoles = ['ROLE_ADMIN', 'ROLE_USER', 'ROLE_GUEST'] as const;
const invitedRole = z.enum(invitedRoles).default('ROLE_USER');
/** Roles that an organization's administrator can assign to an existing user. */
export const assignableRoles = [...invitedRoles, 'ROLE_DEVOPS'] as const;
const assignableRole = z.enum(assignableRoles);

/** A person's name: a letter first, then letters, spaces and quotes. `label` is the word in the messages, such as "first name". */
export const personName = (label: 'first name' | 'last name') =>
  z
    .string()
    .trim()
    .min(1, `Please enter ${label}`)
    .max(100, `${label === 'first name' ? 'First' : 'Last'} name cannot be above 100 characters`)
    .regex(/^\p{L}[\p{L}\p{M} '’"-]*$/u, `Please enter valid ${label}`);

/** Dial code and number, such as +1-2025550123; empty if not given. */
export const phoneNumberSchema = z
  .string()
  .max(40)
  .regex(/^(\+\d{1,4}-\d[\d ]{3,18})?$/, 'Please enter valid contact number');

/** The state of a trial. */
export const pocStatuses = ['ACTIVE', 'COMPLETED', 'CANCELLED'] as const;
/** A user as seen by administrators. */
export const organizationUserSchema = z.object({
  userId: z.string(),
  login: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.string(),
  phoneNumber: z.string(),
  active: z.boolean(),
  /** False until the invitation was accepted. */
  activated: z.boolean(),
  /** Set for users of a pilot (proof of concept). */
  pocStatus: z.enum(pocStatuses).nullable(),
  teams: z.array(z.object({ teamId: z.string(), teamName: z.string() })),
  lastLoginAt: timeSchema.nullable(),
  createdAt: timeSchema,
});
export type OrganizationUser = z.infer<typeof organizationUserSchema>;

const newUser = {
  login: loginSchema,
  firstName: personName('first name'),
  lastName: personName('last name'),
  phoneNumber: phoneNumberSchema.optional(),
};
/** The addressees of one invitation. */
export const invitedLoginsSchema = z
  .array(loginSchema)
  .min(1)
  .max(100)
  .refine((logins) => new Set(logins).size === logins.length, 'Please remove duplicate emails');
const teamIds = z.array(idSchema).max(1000);

export const userRoutes = {
  pageUsers: route({
    service,
    method: 'GET',
    path: '/api/normal-users',
    access: administer('read'),
    summary: 'Users of the organization by name',
    query: z.strictObject({
      ...pageQuery,
      searchTerm,
      role: z.string().max(40).optional(),
      teamId: idSchema.optional(),
      active: queryBoolean.optional(),
    }),
    response: pageOf(organizationUserSchema),
  }),
  pageUserNames: route({
    service,
    method: 'GET',
    path: '/api/display-normal-users',
    access: canRead,
    summary: 'Names of the active users of the organization, for a drop-down list',
    query: z.strictObject({ ...pageQuery, searchTerm }),
    response: pageOf(z.object({ userId: z.string(), login: z.string(), name: z.string() })),
  }),
  createUser: route({
    service,
    method: 'POST',
    path: '/api/normal-users',
    access: administer('write'),
    summary: 'Create a user, who gets an invitation by e-mail',
    body: z.strictObject({ ...newUser, role: invitedRole, teamIds: teamIds.default([]) }),
    status: 201,
    response: organizationUserSchema,
  }),
  updateUser: route({
    service,
    method: 'PUT',
    path: '/api/normal-users',
    access: administer('write'),
    summary: 'Change name and telephone number of a user',
    body: z.strictObject({
      userId: idSchema,
      firstName: newUser.firstName.optional(),
      lastName: newUser.lastName.optional(),
      phoneNumber: phoneNumberSchema.optional(),
    }),
    response: organizationUserSchema,
  }),
  deleteUser: route({
    service,
    method: 'DELETE',
    path: '/api/normal-users',
    access: administer('write'),
    summary: 'Delete a user; what the user made stays',
    query: z.strictObject({ id: idSchema }),
    response: okSchema,
  }),
  updateRole: route({
    service,
    method: 'PUT',
    path: '/api/update-role',
    access: administer('write'),
    summary: 'Give a user another role',
    query: z.strictObject({ login: loginSchema, role: assignableRole }),
    response: organizationUserSchema,
  }),
  inviteUsers: route({
    service,
    method: 'POST',
    path: '/api/add-users',
    access: administer('write'),
    summary: 'Invite several people by e-mail; those who could not be invited are listed with the reason',
    body: z.strictObject({
      logins: invitedLoginsSchema,
      role: invitedRole,
      teamIds: teamIds.default([]),
    }),
    response: z.object({
      invited: z.array(z.string()),
      failed: z.array(z.object({ login: z.string(), message: z.string() })),
    }),
  }),
  checkUserExists: route({
    service,
    method: 'GET',
    path: '/api/check-user-exist',
    access: administer('read'),
    summary: 'Whether the address can be invited no more, because it has an account',
    query: z.strictObject({ login: loginSchema }),
    response: z.object({ exists: z.boolean() }),
  }),
  resendInvitation: route({
    service,
    method: 'PUT',
    path: '/api/resend-email',
    access: administer('write'),
    summary: 'Send the invitation of a user who has not accepted it yet once more',
    query: z.strictObject({ login: loginSchema }),
    response: okSchema,
  }),
  createInvitationLink: route({
    service,
    method: 'POST',
    path: '/api/invitation-link',
    access: administer('write'),
    summary:
      'Make a link for a user who has not accepted the invitation yet, to be handed over by other means than mail',
    body: z.strictObject({ login: loginSchema }),
    status: 201,
    response: z.object({
      url: z.string().describe('Sets the first password, once'),
      expiresAt: timeSchema.nullable().describe('null: it leads to the sign-in of another issuer'),
    }),
  }),
  listTeamCandidates: route({
    service,
    method: 'GET',
    path: '/api/userlist/{id}',
    access: administer('read'),
    summary: 'Active users of the organization who are not in the team {id}',
    params: z.object({ id: idSchema }),
    query: z.strictObject({ ...pageQuery, searchTerm }),
    response: pageOf(z.object({ userId: z.string(), login: z.string(), name: z.string() })),
  }),
  getUser: route({
    service,
    method: 'GET',
    path: '/api/normal-users-by-id',
    access: canRead,
    summary: 'One user: any user of the organization for administrators, oneself for others',
    query: z.strictObject({ id: idSchema.optional() }),
    response: organizationUserSchema,
  }),
  getUserByLogin: route({
    service,
    method: 'GET',
    path: '/api/normal-user-login',
    access: canRead,
    summary: 'One user by e-mail: any user of the organization for administrators, oneself for others',
    query: z.strictObject({ login: loginSchema }),
    response: organizationUserSchema,
  }),
  updateActivatedStatus: route({
    service,
    method: 'PUT',
    path: '/api/update-activated-status',
    access: administer('write'),
    summary: 'Let a user in, or no longer; the sessions of a deactivated user end',
    query: z.strictObject({ login: loginSchema, active: queryBoolean.optional() }),
    response: organizationUserSchema,
  }),
  getPilot: route({
    service,
    method: 'GET',
    path: '/api/pilotdata/{id}',
    access: administer('read'),
    summary: 'A user of a pilot (proof of concept) with the state of the pilot',
    params: z.object({ id: idSchema }),
    response: organizationUserSchema,
  }),
  addPilot: route({
    service,
    method: 'POST',
    path: '/api/addpilot',
    access: administer('write'),
    summary: 'Invite a user for a pilot (proof of concept)',
    body: z.strictObject(newUser),
    status: 201,
    response: organizationUserSchema,
  }),
  addPilotToTeam: route({
    service,
    method: 'POST',
    path: '/api/addpilot-to-team/{teamId}',
    access: administer('write'),
    summary: 'Invite a user for a pilot into a team',
    params: z.object({ teamId: idSchema }),
    body: z.strictObject(newUser),
    status: 201,
    response: organizationUserSchema,
  }),
  updatePocStatus: route({
    service,
    method: 'PUT',
    path: '/api/updatePocStatus/{id}',
    access: administer('write'),
    summary: 'Change the state of the pilot of a user; one that has ended deactivates the user',
    params: z.object({ id: idSchema }),
    body: z.strictObject({ pocStatus: z.enum(pocStatuses) }),
    response: organizationUserSchema,
  }),
};
