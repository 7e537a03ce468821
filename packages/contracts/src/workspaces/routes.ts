import { certificateRoutes } from './certificate.ts';
import { databaseRoutes } from './database.ts';
import { environmentRoutes } from './environment.ts';
import { projectRoutes } from './project.ts';

/** Every call about workspaces and what every kind of test shares in them; their addresses are those of API testing. */
export const workspaceRoutes = {
  ...projectRoutes,
  ...environmentRoutes,
  ...databaseRoutes,
  ...certificateRoutes,
};
