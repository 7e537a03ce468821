import type { Platform } from '../../../platform/platform.ts';
import type { Runs } from '../../runs/index.ts';
import type { SchedulerDoor } from '../../scheduler/index.ts';
import type { Workspaces } from '../../workspaces/index.ts';
import type { OpenFlow } from './open-flow.ts';
import { createReadFlows, type ReadFlows } from './read-flows.ts';
import { createChangeFlows, createMakeFlows } from './write-flows.ts';

/** createFlows manages the workflows of workspaces. */
export function createFlows(needs: {
  platform: Platform;
  runs: Runs;
  workspaces: Workspaces;
  openFlow: OpenFlow;
  testsDeleted: SchedulerDoor['testsDeleted'];
}) {
  const read: ReadFlows = createReadFlows(needs);
  return { ...read, ...createMakeFlows({ ...needs, read }), ...createChangeFlows({ ...needs, read }) };
}
export type Flows = ReturnType<typeof createFlows>;
