import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, timeSchema } from '../shared.ts';

const service = 'api-monitoring';

/** Part of the address of a status page. */
export const pageSlugSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    'An address is 1 to 63 letters, digits or hyphens, and neither begins nor ends with a hyphen.',
  );
const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'Enter a colour such as #1971c2.')
  .toLowerCase();
const domainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,62}$/, 'Enter a domain such as status.example.com.');

/** A monitored API as visitors see it. */
export const pageItemSchema = z.strictObject({
  monitorId: idSchema,
  name: z.string().trim().min(1, 'Please enter a public name.').max(100),
  description: z.string().trim().max(300).default(''),
});
/** A group of monitored APIs on a status page. */
export const pageGroupSchema = z.strictObject({
  name: z.string().trim().max(100).describe('Empty: without a heading'),
  items: z.array(pageItemSchema).max(100),
});
/** A group of monitored APIs on a status page. */
export type PageGroup = z.infer<typeof pageGroupSchema>;

const pageFields = {
  slug: pageSlugSchema,
  title: z.string().trim().min(1, 'Please enter title.').max(100),
  description: z.string().trim().max(2000),
  isPublished: z.boolean().describe('Else visitors find nothing'),
  groups: z
    .array(pageGroupSchema)
    .max(30)
    .refine((groups) => {
      const ids = groups.flatMap(({ items }) => items.map(({ monitorId }) => monitorId));
      return new Set(ids).size === ids.length;
    }, 'Each monitored API once.'),
  showsIncidents: z
    .boolean()
    .describe('Incidents of its monitored APIs appear by themselves, with their public names and without their cause'),
  showsResponseTimes: z.boolean(),
  takesSubscribers: z.boolean(),
  accent: colour.describe('Colour of headings and buttons; made darker or lighter where it could not be read'),
  appearance: z.enum(['auto', 'light', 'dark']),
  domain: domainSchema.nullable().describe('Its own host name: point it at this server; the page answers at its root'),
};
const password = z.string().min(8, 'A password has at least 8 characters.').max(200);

/** A status page. */
export const statusPageSchema = z.object({
  pageId: idSchema,
  projectId: idSchema,
  ...pageFields,
  hasPassword: z.boolean(),
  url: z.string().describe('Where visitors find it'),
  subscribers: z.number().int().describe('That have confirmed'),
  createdByName: z.string(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
/** A status page. */
export type StatusPage = z.infer<typeof statusPageSchema>;

/** A status page to create. */
export const newPageSchema = z.strictObject({
  projectId: idSchema,
  slug: pageFields.slug,
  title: pageFields.title,
  description: pageFields.description.default(''),
  isPublished: pageFields.isPublished.default(true),
  groups: pageFields.groups.default([]),
  showsIncidents: pageFields.showsIncidents.default(true),
  showsResponseTimes: pageFields.showsResponseTimes.default(true),
  takesSubscribers: pageFields.takesSubscribers.default(true),
  accent: pageFields.accent.default('#1971c2'),
  appearance: pageFields.appearance.default('auto'),
  domain: pageFields.domain.default(null),
  password: password.nullable().default(null).describe('Null: everybody may see it'),
});
/** A status page to create, as form input. */
export type NewStatusPage = z.input<typeof newPageSchema>;

/** The state of a notice on a status page. */
export const noticeStates = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
/** The state of a notice. */
export type NoticeState = (typeof noticeStates)[number];
/** How much a notice affects visitors. */
export const noticeImpacts = ['none', 'degraded', 'down'] as const;
/** An update of a notice. */
export const noticeUpdateSchema = z.object({
  updateId: idSchema,
  at: timeSchema,
  state: z.enum(noticeStates),
  text: z.string(),
  byName: z.string().describe('Not shown to visitors'),
});
/** A notice to visitors about an incident, with its updates. */
export const noticeSchema = z.object({
  noticeId: idSchema,
  pageId: idSchema,
  title: z.string(),
  impact: z.enum(noticeImpacts),
  state: z.enum(noticeStates),
  monitorIds: z.array(idSchema),
  incidentId: idSchema.nullable(),
  startedAt: timeSchema,
  resolvedAt: timeSchema.nullable(),
  updates: z.array(noticeUpdateSchema).describe('Latest first'),
});
/** A notice to visitors about an incident. */
export type StatusNotice = z.infer<typeof noticeSchema>;

/** A subscriber to changes of a status page. */
export const pageSubscriberSchema = z.object({
  subscriberId: idSchema,
  kind: z.enum(['email', 'webhook']),
  target: z.string().describe('Address of a mail; of a webhook only the host'),
  isConfirmed: z.boolean(),
  createdAt: timeSchema,
  problem: z.string().nullable().describe('Why the last message did not arrive'),
});
/** A subscriber to changes of a status page. */
export type PageSubscriber = z.infer<typeof pageSubscriberSchema>;

const idParams = z.strictObject({ id: idSchema });
const noticeTitle = z.string().trim().min(1, 'Please enter title.').max(200);
const noticeText = z.string().trim().min(1, 'Please enter what visitors are told.').max(10_000);

/** Calls on status pages. */
export const statusPageRoutes = {
  listPages: route({
    service,
    method: 'GET',
    path: '/api/status-pages',
    summary: 'Status pages of a project, by title',
    access: canRead,
    query: z.strictObject({ projectId: idSchema, ...pageQuery }),
    response: pageOf(statusPageSchema),
  }),
  getPage: route({
    service,
    method: 'GET',
    path: '/api/status-pages/{id}',
    summary: 'One status page',
    access: canRead,
    params: idParams,
    response: statusPageSchema,
  }),
  createPage: route({
    service,
    method: 'POST',
    path: '/api/status-pages',
    summary: 'Create a status page',
    access: canWrite,
    body: newPageSchema,
    status: 201,
    response: statusPageSchema,
  }),
  updatePage: route({
    service,
    method: 'PUT',
    path: '/api/status-pages/{id}',
    summary: 'Change a status page; visitors see it at once',
    access: canWrite,
    params: idParams,
    body: z
      .strictObject({ ...pageFields, password: password.nullable().describe('Null: everybody may see it') })
      .partial(),
    response: statusPageSchema,
  }),
  deletePage: route({
    service,
    method: 'DELETE',
    path: '/api/status-pages/{id}',
    summary: 'Delete a status page with its notices and subscribers',
    access: canWrite,
    params: idParams,
    response: okSchema,
  }),
  listNotices: route({
    service,
    method: 'GET',
    path: '/api/status-pages/{id}/notices',
    summary: 'Notices of a status page: those that are not resolved first, then the latest',
    access: canRead,
    params: idParams,
    query: z.strictObject(pageQuery),
    response: pageOf(noticeSchema),
  }),
  createNotice: route({
    service,
    method: 'POST',
    path: '/api/status-pages/{id}/notices',
    summary: 'Tell visitors and subscribers of an incident',
    access: canWrite,
    params: idParams,
    body: z.strictObject({
      title: noticeTitle,
      text: noticeText,
      impact: z.enum(noticeImpacts).default('degraded'),
      state: z.enum(noticeStates).default('investigating'),
      monitorIds: z.array(idSchema).max(100).default([]).describe('Monitored APIs of the page that it concerns'),
      incidentId: idSchema
        .nullable()
        .default(null)
        .describe('Stands in for this incident, which then does not appear by itself'),
    }),
    status: 201,
    response: noticeSchema,
  }),
  updateNotice: route({
    service,
    method: 'POST',
    path: '/api/status-notices/{id}/updates',
    summary: 'Tell visitors and subscribers how an incident goes on',
    access: canWrite,
    params: idParams,
    body: z.strictObject({
      text: noticeText,
      state: z.enum(noticeStates),
      impact: z.enum(noticeImpacts).optional(),
      title: noticeTitle.optional(),
    }),
    status: 201,
    response: noticeSchema,
  }),
  deleteNotice: route({
    service,
    method: 'DELETE',
    path: '/api/status-notices/{id}',
    summary: 'Delete a notice; what subscribers were told is not taken back',
    access: canWrite,
    params: idParams,
    response: okSchema,
  }),
  listSubscribers: route({
    service,
    method: 'GET',
    path: '/api/status-pages/{id}/subscribers',
    summary: 'Who is told of changes of a status page, the latest first',
    access: canWrite,
    params: idParams,
    query: z.strictObject(pageQuery),
    response: pageOf(pageSubscriberSchema),
  }),
  deleteSubscriber: route({
    service,
    method: 'DELETE',
    path: '/api/status-subscribers/{id}',
    summary: 'Remove a subscriber of a status page',
    access: canWrite,
    params: idParams,
    response: okSchema,
  }),
};
