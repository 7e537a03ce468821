import { z } from 'zod';
import { teamSchema } from '../people.ts';
import { administrators } from '../roles.ts';
import { canRead, onlyRoles, route, whenExpired } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, queryIdList, searchTerm, timeSchema } from '../shared.ts';

const service = 'user-management';
/** My Account stays usable when the plan has expired. */
const administersTeams = whenExpired(onlyRoles('write', ...administrators));
const teamName = z
  .string()
  .trim()
  .min(1, 'Please enter team name')
  .max(50, 'Team name can have maximum of 50 characters');
const teamDescription = z.string().max(255, 'Team description can have maximum of 255 characters');

/** Name and purpose of a team. */
export const teamFieldsSchema = z.object({ teamName, teamDescription: teamDescription.optional() });

/** A team with the number of its members. */
export const teamDetailSchema = teamSchema.extend({ memberCount: z.number().int(), createdAt: timeSchema });
export type TeamDetail = z.infer<typeof teamDetailSchema>;

/** A member of a team. */
export const teamMemberSchema = z.object({
  userId: z.string(),
  login: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.string(),
  active: z.boolean(),
  /** False until the invitation was accepted. */
  activated: z.boolean(),
});
export type TeamMember = z.infer<typeof teamMemberSchema>;

export const teamRoutes = {
  listTeams: route({
    service,
    method: 'GET',
    path: '/api/team-list',
    access: canRead,
    summary: 'Teams of the caller',
    response: z.array(teamSchema),
  }),
  listTeamsOfOrganization: route({
    service,
    method: 'GET',
    path: '/api/team-list-by-organization',
    access: onlyRoles('read', ...administrators),
    summary: 'Every team of the organization',
    response: z.array(teamSchema),
  }),
  pageTeams: route({
    service,
    method: 'GET',
    path: '/api/teams-by-user',
    access: canRead,
    summary:
      'Teams with the number of their members: all of the organization for administrators, the own ones for others',
    query: z.strictObject({ ...pageQuery, searchTerm }),
    response: pageOf(teamDetailSchema),
  }),
  pageTeamNames: route({
    service,
    method: 'GET',
    path: '/api/list-teams',
    access: canRead,
    summary: 'Names of the teams that the caller may choose, for a drop-down list',
    query: z.strictObject({ ...pageQuery, searchTerm }),
    response: pageOf(z.object({ teamId: z.string(), teamName: z.string() })),
  }),
  listTeamsWithRole: route({
    service,
    method: 'GET',
    path: '/api/teams-by-user-and-role',
    access: canRead,
    summary: 'Teams of the caller with the role held in them',
    response: z.array(teamSchema.extend({ role: z.string() })),
  }),
  getTeam: route({
    service,
    method: 'GET',
    path: '/api/teams/{id}',
    access: canRead,
    summary: 'One team',
    params: z.object({ id: idSchema }),
    response: teamDetailSchema,
  }),
  createTeam: route({
    service,
    method: 'POST',
    path: '/api/teams',
    access: administersTeams,
    summary: 'Create a team; the users named join it',
    body: z.strictObject({
      ...teamFieldsSchema.shape,
      userIds: z.array(idSchema).optional(),
    }),
    status: 201,
    response: teamDetailSchema,
  }),
  updateTeam: route({
    service,
    method: 'PUT',
    path: '/api/teams',
    access: administersTeams,
    summary: 'Change name and description of a team',
    body: z.strictObject({
      teamId: idSchema,
      teamName: teamName.optional(),
      teamDescription: teamDescription.optional(),
    }),
    response: teamDetailSchema,
  }),
  deleteTeam: route({
    service,
    method: 'DELETE',
    path: '/api/teams/{id}',
    access: administersTeams,
    summary: 'Delete a team that owns nothing any more',
    params: z.object({ id: idSchema }),
    response: okSchema,
  }),
  pageTeamMembers: route({
    service,
    method: 'GET',
    path: '/api/team-members/{id}',
    access: canRead,
    summary: 'Members of a team',
    params: z.object({ id: idSchema }),
    query: z.strictObject({ ...pageQuery, searchTerm }),
    response: pageOf(teamMemberSchema),
  }),
  addTeamUsers: route({
    service,
    method: 'POST',
    path: '/api/add-team-users/{teamId}',
    access: administersTeams,
    summary: 'Add users of the organization to a team; those who are in it stay',
    params: z.object({ teamId: idSchema }),
    body: z.strictObject({ userIds: z.array(idSchema).min(1).max(1000) }),
    response: z.object({ added: z.number().int() }),
  }),
  removeTeamUsers: route({
    service,
    method: 'DELETE',
    path: '/api/team-users/{id}',
    access: administersTeams,
    summary: 'Take users out of the team {id}',
    params: z.object({ id: idSchema }),
    query: z.strictObject({ userIds: queryIdList }),
    response: z.object({ removed: z.number().int() }),
  }),
  setTeamsOfUser: route({
    service,
    method: 'PUT',
    path: '/api/team-users',
    access: administersTeams,
    summary: 'Say which teams a user is in',
    body: z.strictObject({ userId: idSchema, teamIds: z.array(idSchema).max(1000) }),
    response: z.array(teamSchema),
  }),
  listTeamsOfUser: route({
    service,
    method: 'GET',
    path: '/api/team-by-users',
    access: canRead,
    summary: 'Teams of a user: of any user in the organization for administrators, the own ones for others',
    query: z.strictObject({ login: z.string().max(320) }),
    response: z.array(teamSchema),
  }),
};
