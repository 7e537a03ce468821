import { z } from 'zod';
import { administrators } from '../roles.ts';
import { canRead, canWrite, onlyRoles, publicAccess, route } from '../route.ts';
import { idSchema, okSchema } from '../shared.ts';
import { maxLinkDays, newReportLinkSchema, reportLinkSchema } from './report-link.ts';

const service = 'runs';

const params = z.strictObject({ runId: idSchema });

/** Calls of public links to reports. */
export const reportLinkRoutes = {
  listReportLinks: route({
    service,
    method: 'GET',
    path: '/api/runs/{runId}/links',
    summary:
      'Public links to the report of a run that have not expired, newest first, and whether the organization allows any',
    access: canRead,
    params,
    response: z.object({ allowed: z.boolean(), content: z.array(reportLinkSchema) }),
  }),
  createReportLink: route({
    service,
    method: 'POST',
    path: '/api/runs/{runId}/links',
    summary: 'Create a public link to the report of a finished run; its address is shown only now',
    access: canWrite,
    params,
    body: z.strictObject({ days: z.number().int().min(1).max(maxLinkDays) }),
    status: 201,
    response: newReportLinkSchema,
  }),
  deleteReportLink: route({
    service,
    method: 'DELETE',
    path: '/api/runs/{runId}/links/{linkId}',
    summary: 'Revoke a public link',
    access: canWrite,
    params: z.strictObject({ runId: idSchema, linkId: idSchema }),
    response: okSchema,
  }),
  allowReportLinks: route({
    service,
    method: 'PUT',
    path: '/api/report-link-policy',
    summary: 'Allow or forbid public links to reports of the organization; while they are forbidden, no link works',
    access: onlyRoles('write', ...administrators),
    body: z.strictObject({ allowed: z.boolean() }),
    response: z.object({ allowed: z.boolean() }),
  }),
  openPublicReport: route({
    service,
    method: 'GET',
    path: '/api/public-reports/{token}',
    summary: 'The report behind a public link, as a page',
    access: publicAccess,
    callsPerMinute: 60,
    params: z.strictObject({ token: z.string().min(1).max(100) }),
    produces: 'text/html',
  }),
};
