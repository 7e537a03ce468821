import type { Platform } from '../../../../platform/platform.ts';
import type { CloneProgress } from '../../../notifications/index.ts';
import type { Runs } from '../../../runs/index.ts';
import type { SchedulerDoor } from '../../../scheduler/index.ts';
import type { SuiteVariables, Workspaces } from '../../../workspaces/index.ts';
import { createCloneSuite } from './clone-suite.ts';
import { createImportScripts } from './import-scripts.ts';
import type { OpenSuites } from './open-suites.ts';
import { createReadSuites } from './read-suites.ts';
import { createWriteSuites } from './write-suites.ts';

/** Dependencies of the suite use cases. */
export interface SuiteNeeds {
  platform: Platform;
  runs: Runs;
  workspaces: Workspaces;
  access: OpenSuites;
  suiteVariables: SuiteVariables;
  cloneProgress: CloneProgress;
  testsDeleted: SchedulerDoor['testsDeleted'];
}

/** createSuites combines the suite use cases, each from its own file. */
export function createSuites(needs: SuiteNeeds) {
  const { read, ...reading } = createReadSuites(needs);
  return {
    ...reading,
    ...createWriteSuites({ ...needs, read }),
    clone: createCloneSuite({ ...needs, read }),
    importScripts: createImportScripts(needs),
  };
}
export type Suites = ReturnType<typeof createSuites>;
