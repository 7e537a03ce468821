import { Readable } from 'node:stream';
import { reportLinkRoutes } from '@touchstone/contracts/report-links';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { ReportLinks } from '../app/report-links.ts';
import { closedPage } from './closed-page.ts';

/** A report runs only its own script; it has an opaque origin, so it can't read a session. */
const headers = {
  'content-security-policy':
    "sandbox allow-scripts allow-popups; default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; font-src data:",
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

export function addReportLinkRoutes(registrar: Registrar, links: ReportLinks): void {
  const calls = reportLinkRoutes;
  registrar.add(calls.listReportLinks, ({ caller, params }) => links.list(caller, params.runId));
  registrar.add(calls.createReportLink, ({ caller, params, body }) => links.create(caller, params.runId, body.days));
  registrar.add(calls.deleteReportLink, async ({ caller, params }) => {
    await links.revoke(caller, params.runId, params.linkId);
    return { message: 'Revoked' };
  });
  registrar.add(calls.allowReportLinks, ({ caller, body }) => links.allow(caller, body.allowed));
  registrar.add(calls.openPublicReport, async ({ params, reply }) => {
    const report = await links.report(params.token);
    reply.headers(headers).type('text/html; charset=utf-8');
    if (!report) return reply.status(404).send(closedPage);
    return reply.send(Readable.from(report.content, { objectMode: false }));
  });
}
