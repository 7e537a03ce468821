import { dataFileRoutes } from './data-file.ts';
import { replaceTextRoutes } from './exchange/replace-text.ts';
import { workspaceFileRoutes } from './exchange/workspace-file.ts';
import { executionRoutes } from './execution/execution.ts';
import { extractionRoutes } from './extraction.ts';
import { failureClusterRoutes } from './failure-clusters.ts';
import { findRoutes } from './find.ts';
import { firstStepsRoutes } from './first-steps.ts';
import { importRoutes } from './import.ts';
import { insightRoutes } from './insights.ts';
import { outcomeRoutes } from './outcomes.ts';
import { performanceRoutes } from './performance.ts';
import { playgroundRoutes } from './playground.ts';
import { prerequisiteRoutes } from './prerequisite.ts';
import { previewRoutes, previewTestRoutes } from './preview.ts';
import { reimportRoutes } from './reimport.ts';
import { scriptRoutes } from './script.ts';
import { statisticsRoutes } from './statistics.ts';
import { suiteRoutes } from './suite.ts';
import { trashRoutes } from './trash.ts';
import { suiteVariableRoutes } from './variables.ts';
import { workflowImportRoutes } from './workflow-import.ts';

/** Every call of API testing. */
export const apiTestingRoutes = {
  ...statisticsRoutes,
  ...suiteRoutes,
  ...trashRoutes,
  ...suiteVariableRoutes,
  ...scriptRoutes,
  ...previewTestRoutes,
  ...playgroundRoutes,
  ...prerequisiteRoutes,
  ...dataFileRoutes,
  ...executionRoutes,
  ...performanceRoutes,
  ...extractionRoutes,
  ...findRoutes,
  ...firstStepsRoutes,
  ...importRoutes,
  ...workflowImportRoutes,
  ...insightRoutes,
  ...failureClusterRoutes,
  ...outcomeRoutes,
  ...reimportRoutes,
  ...replaceTextRoutes,
  ...workspaceFileRoutes,
};

/** The editor's Send, which is a separate service. */
export const apiPreviewRoutes = previewRoutes;
