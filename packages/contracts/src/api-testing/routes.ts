import { certificateRoutes } from './certificate.ts';
import { dataFileRoutes } from './data-file.ts';
import { databaseRoutes } from './database.ts';
import { environmentRoutes } from './environment.ts';
import { executionRoutes } from './execution.ts';
import { extractionRoutes } from './extraction.ts';
import { findRoutes } from './find.ts';
import { importRoutes } from './import.ts';
import { insightRoutes } from './insights.ts';
import { performanceRoutes } from './performance.ts';
import { prerequisiteRoutes } from './prerequisite.ts';
import { previewRoutes, previewTestRoutes } from './preview.ts';
import { projectRoutes } from './project.ts';
import { reimportRoutes } from './reimport.ts';
import { scriptRoutes } from './script.ts';
import { suiteRoutes } from './suite.ts';

/** Every call of API testing. */
export const apiTestingRoutes = {
  ...projectRoutes,
  ...suiteRoutes,
  ...scriptRoutes,
  ...environmentRoutes,
  ...previewTestRoutes,
  ...prerequisiteRoutes,
  ...databaseRoutes,
  ...dataFileRoutes,
  ...executionRoutes,
  ...performanceRoutes,
  ...extractionRoutes,
  ...findRoutes,
  ...importRoutes,
  ...insightRoutes,
  ...reimportRoutes,
  ...certificateRoutes,
};

/** The editor's Send, which is a service of its own. */
export const apiPreviewRoutes = previewRoutes;
