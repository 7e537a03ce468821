import { z } from 'zod';
import { canRead, route } from '../route.ts';
import { idSchema, pageOf, pageQuery, timeSchema } from '../shared.ts';

const service = 'api-monitoring';

/** Whose objective it is: that of one monitored API, or of all in a collection together. */
export const burnSubjects = ['monitor', 'collection'] as const;
/** How soon someone must respond: immediately, or in working hours. */
export const burnUrgencies = ['page', 'ticket'] as const;
/** How soon someone must respond. */
export type BurnUrgency = (typeof burnUrgencies)[number];

/** When an error budget is used up too fast: its burn rate exceeds `factor` over both windows. */
export interface BurnRule {
  urgency: BurnUrgency;
  factor: number;
  longMinutes: number;
  shortMinutes: number;
}
/** The rules recommended by Google's SRE workbook: 2 % of a 30-day budget in 1 h, 5 % in 6 h, 10 % in 3 days. */
export const burnRules: readonly BurnRule[] = [
  { urgency: 'page', factor: 14.4, longMinutes: 60, shortMinutes: 5 },
  { urgency: 'page', factor: 6, longMinutes: 360, shortMinutes: 30 },
  { urgency: 'ticket', factor: 1, longMinutes: 4320, shortMinutes: 360 },
];

/** An error budget that is or was used up too fast. */
export const burnAlertSchema = z.object({
  burnAlertId: idSchema,
  projectId: idSchema,
  subject: z.enum(burnSubjects),
  subjectId: idSchema.describe('Of the monitored API or the collection'),
  name: z.string(),
  urgency: z.enum(burnUrgencies),
  sloPercent: z.number(),
  cause: z.string().describe('The rule that found it, with the burn rates of its windows'),
  openedAt: timeSchema,
  closedAt: timeSchema.nullable(),
});
/** An error budget that is or was used up too fast. */
export type BurnAlert = z.infer<typeof burnAlertSchema>;

/** Calls on burn-rate alerts. */
export const burnRateRoutes = {
  listBurnAlerts: route({
    service,
    method: 'GET',
    path: '/api/burn-rate-alerts',
    summary:
      'Error budgets of a project that are or were used up too fast, those that still are first, then the latest',
    access: canRead,
    query: z.strictObject({ projectId: idSchema, ...pageQuery }),
    response: pageOf(burnAlertSchema),
  }),
};
