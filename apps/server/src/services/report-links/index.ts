import { defineService } from '../../platform/service.ts';
import { runsService } from '../runs/index.ts';
import { userManagementService } from '../user-management/index.ts';
import { workspacesService } from '../workspaces/index.ts';
import { createReportLinks } from './app/report-links.ts';
import { reportLinkErrors } from './errors.ts';
import { addReportLinkRoutes } from './routes/report-links.routes.ts';

const needs = { runs: runsService, users: userManagementService, workspaces: workspacesService };

/** reportLinksService is the service that shares reports of runs by public links; see the README. */
export const reportLinksService = defineService<undefined, typeof needs>({
  name: 'report-links',
  needs,
  errors: reportLinkErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create(platform, { runs, users, workspaces: { workspaces } }) {
    const links = createReportLinks({ platform, runs, users, workspaces });
    return { door: undefined, routes: (registrar) => addReportLinkRoutes(registrar, links) };
  },
});
