import { z } from 'zod';
import { administrators, givenPlans } from '../roles.ts';
import { canRead, onlyRoles, route } from '../route.ts';
import { idSchema, queryBoolean, timeSchema } from '../shared.ts';

const service = 'subscription';
const login = z.string().max(320).optional().describe('The own e-mail; the token says who calls');

/** The plan of the organization as the page needs it. */
export const planSchema = z.object({
  isExpire: z.boolean(),
  /** Whether the popup about the expired plan must still be shown to this user. */
  isPopUpOpen: z.boolean(),
  planAudit: z.object({
    /** EXPIRED after a trial, otherwise the paid plan. */
    newPlanType: z.enum([...givenPlans, 'EXPIRED']),
    subscriptionEndDate: timeSchema.nullable(),
  }),
  /** Whole days until the end, rounded up; null without an end. */
  remainingDays: z.number().int().nullable(),
});
export type PlanState = z.infer<typeof planSchema>;

/** The price of a licence. */
export const priceSchema = z.object({
  serviceStore: z.object({ uuid: z.string(), serviceName: z.string(), category: z.string() }),
  planType: z.enum(givenPlans),
  /** Per licence and month, in hundredths of the currency. */
  monthlyCents: z.number().int(),
  currency: z.string(),
});
export type Price = z.infer<typeof priceSchema>;

/** A limit and its usage. */
export const limitSchema = z.object({
  limitName: z.string(),
  description: z.string(),
  /** The organization's limit; null: no limit. */
  value: z.number().int().nullable(),
  /** The limit without an override, by plan; null: no limit. */
  byPlan: z.record(z.string(), z.number().int().nullable()),
  isOverridden: z.boolean(),
});
export type Limit = z.infer<typeof limitSchema>;
const limitName = z
  .string()
  .trim()
  .regex(/^[A-Z][A-Z0-9_]{1,63}$/, 'A limit is named in capitals, such as EXECUTIONS_PER_DAY.');
const limitValue = z.number().int().min(0).max(1_000_000_000).nullable();
const superAdministrator = onlyRoles('write', 'ROLE_SUPERADMIN');

export const planRoutes = {
  getPlan: route({
    service,
    method: 'GET',
    path: '/get-plan',
    access: canRead,
    summary: 'State of the plan of the organization',
    query: z.strictObject({ login }),
    response: planSchema,
  }),
  updatePopupStatus: route({
    service,
    method: 'PUT',
    path: '/update-popup-status',
    access: canRead,
    summary: 'The caller has seen the popup about the expired plan; an administrator may go on with the free edition',
    query: z.strictObject({
      login,
      continueFree: queryBoolean.optional(),
      confirmFewerSeats: queryBoolean.optional().describe('Fewer licences than before are meant'),
    }),
    response: planSchema,
  }),
  listPrices: route({
    service,
    method: 'GET',
    path: '/api/price',
    access: canRead,
    summary: 'Prices of licences',
    response: z.array(priceSchema),
  }),
  listOwnLimits: route({
    service,
    method: 'GET',
    path: '/api/limit',
    access: canRead,
    summary: 'Limits of the organization',
    response: z.array(limitSchema),
  }),
  findLimits: route({
    service,
    method: 'GET',
    path: '/api/find-all-limits',
    access: onlyRoles('read', ...administrators),
    summary: 'Every limit, or one by its name, as it holds for the organization',
    query: z.strictObject({ limitName: z.string().max(64).optional() }),
    response: z.array(limitSchema),
  }),
  updateUserLimit: route({
    service,
    method: 'PUT',
    path: '/api/update-user-limit',
    access: superAdministrator,
    summary: 'Set a limit for one organization; without a value the one of the plan holds again',
    body: z.strictObject({ limitName, organizationId: idSchema, value: limitValue.optional() }),
    response: limitSchema,
  }),
  addLimit: route({
    service,
    method: 'POST',
    path: '/api/add-limit',
    access: superAdministrator,
    summary: 'Add a limit, or change what holds for a plan',
    body: z.strictObject({
      limitName,
      description: z.string().max(255).optional(),
      byPlan: z.partialRecord(z.enum(givenPlans), limitValue),
    }),
    status: 201,
    response: limitSchema,
  }),
  extendLicensePeriod: route({
    service,
    method: 'PUT',
    path: '/api/extend-license-period',
    access: superAdministrator,
    summary: 'Move the end of plan and licences of the chosen organization',
    query: z.strictObject({ date: timeSchema }),
    response: planSchema,
  }),
};
