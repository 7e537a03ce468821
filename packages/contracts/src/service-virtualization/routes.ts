import { assetRoutes } from './asset.ts';
import { tryRoutes } from './call.ts';
import { mockImportRoutes } from './import.ts';
import { journalRoutes } from './journal.ts';
import { mockRoutes } from './mock.ts';
import { virtualizationProjectRoutes } from './project.ts';
import { mockSuiteRoutes } from './suite.ts';
import { mockFileRoutes, mockVariableRoutes } from './workspace-parts.ts';

const { verifyJournal: _verify, proposeAsset: _propose, ...boundJournalRoutes } = journalRoutes;

/** Every call of service virtualization. */
export const serviceVirtualizationRoutes = {
  ...virtualizationProjectRoutes,
  ...mockRoutes,
  ...mockSuiteRoutes,
  ...assetRoutes,
  ...tryRoutes,
  ...boundJournalRoutes,
  ...mockImportRoutes,
  ...mockVariableRoutes,
  ...mockFileRoutes,
};
