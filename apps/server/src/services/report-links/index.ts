import { defineService } from '../../platform/service.ts';
import { runsService } from '../runs/index.ts';
import { createReportLinks } from './app/report-links.ts';
import { reportLinkErrors } from './errors.ts';
import { addReportLinkRoutes } from './routes/report-links.routes.ts';

const needs = { runs: runsService };

/** reportLinksService shares reports of runs by public links; see the README. */
export const reportLinksService = defineService<undefined, typeof needs>({
  name: 'report-links',
  needs,
  errors: reportLinkErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create(platform, { runs }) {
    const links = createReportLinks({ platform, runs });
    return { door: undefined, routes: (registrar) => addReportLinkRoutes(registrar, links) };
  },
});
