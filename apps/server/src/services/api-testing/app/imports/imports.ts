import type { Platform } from '../../../../platform/platform.ts';
import type { Environments, Workspaces } from '../../../workspaces/index.ts';
import type { OpenSuites } from '../suites/open-suites.ts';
import type { Scripts } from '../suites/scripts.ts';
import type { OwnVariables } from '../suites/suite-variables.ts';
import type { Suites } from '../suites/suites.ts';
import type { ImportSources } from './import-sources.ts';
import type { PendingImports } from './pending-imports.ts';
import { createPreviewDocuments } from './preview-documents.ts';
import { createSelectRequests } from './select-requests.ts';

/** Dependencies of the import use cases. */
export interface ImportNeeds {
  platform: Platform;
  workspaces: Workspaces;
  access: OpenSuites;
  suites: Suites;
  scripts: Scripts;
  environments: Environments;
  suiteVariables: OwnVariables;
  pending: PendingImports;
  sources: ImportSources;
}

/**
 * createImports reads other tools' documents, previews their content, and creates scripts from the selected requests.
 */
export function createImports(needs: ImportNeeds) {
  const { fromUrl, fromWsdlUrl, fromFiles, fromText, fromSample, fromRequests, refresh } =
    createPreviewDocuments(needs);
  const select = createSelectRequests(needs);
  return { fromUrl, fromWsdlUrl, fromFiles, fromText, fromSample, fromRequests, refresh, select };
}
export type Imports = ReturnType<typeof createImports>;
