import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { RunNeed, RunViewer } from '../../runs/index.ts';
import type { Workspaces } from '../../workspaces/index.ts';
import { flowErrors } from '../errors.ts';
import { type FlowRow, flowsStore } from '../store/flows.store.ts';

/** createOpenFlow opens workflows for a caller, according to their role in the workspace. */
export function createOpenFlow({ platform, workspaces }: { platform: Platform; workspaces: Workspaces }) {
  return async function openFlow(caller: RunViewer, flowId: string, need: RunNeed): Promise<FlowRow> {
    const row = await flowsStore.find(platform.database.sql, caller.organizationId, flowId);
    if (!row) throw new AppError(flowErrors.notFound);
    await workspaces.open(caller, row.projectId, need);
    return row;
  };
}
export type OpenFlow = ReturnType<typeof createOpenFlow>;
