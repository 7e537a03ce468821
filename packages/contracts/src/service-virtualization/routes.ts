import { assetRoutes } from './asset.ts';
import { tryRoutes } from './call.ts';
import { driftRoutes } from './drift.ts';
import { environmentLinkRoutes } from './environment-link.ts';
import { mockImportRoutes } from './import.ts';
import { journalRoutes } from './journal.ts';
import { mockRoutes } from './mock.ts';
import { virtualizationProjectRoutes } from './project.ts';
import { recordingRoutes } from './recording.ts';
import { mockStateRoutes } from './state.ts';
import { mockSuiteRoutes } from './suite.ts';
import { mockFileRoutes, mockVariableRoutes } from './workspace-parts.ts';

/** Every call of service virtualization. */
export const serviceVirtualizationRoutes = {
  ...virtualizationProjectRoutes,
  ...mockRoutes,
  ...environmentLinkRoutes,
  ...mockSuiteRoutes,
  ...assetRoutes,
  ...tryRoutes,
  ...journalRoutes,
  ...mockImportRoutes,
  ...mockVariableRoutes,
  ...mockFileRoutes,
  ...mockStateRoutes,
  ...recordingRoutes,
  ...driftRoutes,
};
