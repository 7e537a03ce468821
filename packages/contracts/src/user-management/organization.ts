import { z } from 'zod';
import { loginSchema, teamSchema } from '../people.ts';
import { givenPlans } from '../roles.ts';
import { onlyRoles, route } from '../route.ts';
import { idSchema, pageOf, pageQuery, queryBoolean, timeSchema } from '../shared.ts';
import { personName } from './user.ts';

const service = 'user-management';
/** Roles that manage all organizations of the installation; only the super administrator changes them. */
const superRoles = onlyRoles('read', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER');
const superAdministrator = onlyRoles('write', 'ROLE_SUPERADMIN');

const organizationName = z
  .string()
  .trim()
  .min(1, 'Please enter organization name')
  .max(100, 'Organization name cannot be above 100 characters')
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}\-. ]*$/u, 'Please enter valid organization name');

/** An organization as super roles see it. */
export const organizationSchema = z.object({
  organizationId: z.string(),
  organizationName: z.string(),
  /** The plan in force: EXPIRED after its end. */
  planType: z.enum([...givenPlans, 'EXPIRED']),
  /** The assigned plan, whether or not it has ended. */
  subscribedPlan: z.enum([...givenPlans, 'EXPIRED']),
  planExpiryDate: timeSchema.nullable(),
  active: z.boolean(),
  /** Email of the first administrator. */
  login: z.string().nullable(),
  userCount: z.number().int(),
  teamCount: z.number().int(),
  createdAt: timeSchema,
});
export type Organization = z.infer<typeof organizationSchema>;

/** An organization and the administrator to invite. */
export const newOrganizationSchema = z.strictObject({
  organizationName,
  login: loginSchema,
  firstName: personName('first name'),
  lastName: personName('last name'),
  planType: z.enum(givenPlans).default('FREE'),
});

export const organizationRoutes = {
  addOrganization: route({
    service,
    method: 'POST',
    path: '/api/add-organization',
    access: superAdministrator,
    summary: 'Create an organization; its administrator is invited by e-mail',
    body: newOrganizationSchema.extend({
      planExpiryDate: timeSchema.optional(),
    }),
    status: 201,
    response: organizationSchema,
  }),
  pageOrganizations: route({
    service,
    method: 'GET',
    path: '/api/organization',
    access: superRoles,
    summary: 'Organizations of the installation',
    query: z.strictObject({
      ...pageQuery,
      searchItem: z.string().max(255).optional().describe('Part of the name; case does not matter'),
      sortItem: z.enum(['organizationName', 'createdAt', 'planExpiryDate', 'planType']).default('organizationName'),
      sort: z.enum(['asc', 'desc']).default('asc'),
    }),
    response: pageOf(organizationSchema),
  }),
  countOrganizations: route({
    service,
    method: 'GET',
    path: '/api/organization-count',
    access: superRoles,
    summary: 'Numbers of organizations by plan',
    response: z.object({
      total: z.number().int(),
      active: z.number().int(),
      deactivated: z.number().int(),
      byPlan: z.record(z.string(), z.number().int()),
    }),
  }),
  pageOrganizationNames: route({
    service,
    method: 'GET',
    path: '/api/organization-names',
    access: superRoles,
    summary: 'Names of organizations, for the choice of one',
    query: z.strictObject({ ...pageQuery, searchItem: z.string().max(255).optional() }),
    response: pageOf(z.object({ organizationId: z.string(), organizationName: z.string() })),
  }),
  listTeamsOfAnyOrganization: route({
    service,
    method: 'GET',
    path: '/api/team-by-organization',
    access: superRoles,
    summary: 'Teams of an organization, named by its id, its name or the e-mail of one of its users',
    query: z
      .strictObject({
        organizationId: idSchema.optional(),
        organizationName: z.string().max(100).optional(),
        login: z.string().max(320).optional(),
      })
      .refine(
        (query) => Object.values(query).some(Boolean),
        'Name the organization by organizationId or organizationName, or one of its users by login.',
      ),
    response: z.array(teamSchema),
  }),
  deactivateAccount: route({
    service,
    method: 'PUT',
    path: '/api/deactivate-account',
    access: superAdministrator,
    summary: 'Deactivate an organization; with active=true activate it again',
    query: z.strictObject({ orgId: idSchema, active: queryBoolean.optional() }),
    response: organizationSchema,
  }),
  upgradeAccount: route({
    service,
    method: 'PUT',
    path: '/api/upgrade-account',
    access: superAdministrator,
    summary: 'Give the organization of a user a plan and its end',
    query: z.strictObject({
      login: loginSchema,
      planType: z.enum(givenPlans),
      planExpiryDate: timeSchema.optional().describe('Without it the plan has no end'),
      confirmFewerSeats: queryBoolean.optional().describe('Fewer licences than before are meant'),
    }),
    response: organizationSchema,
  }),
};
