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

/** What the use cases of imports are made from. */
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

/** createImports reads documents of other tools, shows what they hold, and makes scripts of what is chosen. */
export function createImports(needs: ImportNeeds) {
  const { fromUrl, fromWsdlUrl, fromFiles, fromText, fromSample, fromRequests, refresh } =
    createPreviewDocuments(needs);
  const select = createSelectRequests(needs);
  return { fromUrl, fromWsdlUrl, fromFiles, fromText, fromSample, fromRequests, refresh, select };
}
export type Imports = ReturnType<typeof createImports>;
