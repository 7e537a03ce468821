import { certificateRoutes } from './certificate.ts';
import { databaseRoutes } from './database.ts';
import { environmentRoutes } from './environment.ts';
import { projectRoutes } from './project.ts';

/** All calls on workspaces and what all kinds of tests share in them; their addresses are below API testing's. */
export const workspaceRoutes = {
  ...projectRoutes,
  ...environmentRoutes,
  ...databaseRoutes,
  ...certificateRoutes,
};
