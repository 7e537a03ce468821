import type { Platform } from '../../../platform/platform.ts';
import type { Workspaces } from '../../workspaces/index.ts';

/** A workflow, or a run of it, for which the page of a service has an address. */
interface FlowRunPlace {
  organizationId: string;
  projectId: string;
  flowId: string;
  runId?: string;
}

/** WorkflowPage says where the page shows workflows and runs of them in workspaces of a service, from its first slash. */
export interface WorkflowPage {
  service: string;
  pathOf(run: FlowRunPlace): string;
}

/** createRunPaths gives where the page shows a workflow, or a run on its canvas; null for workflows that no page shows. */
export const createRunPaths =
  ({ workspaces, pages }: { workspaces: Workspaces; pages: ReadonlyMap<string, WorkflowPage> }) =>
  async (place: FlowRunPlace): Promise<string | null> => {
    const service = await workspaces.findService(place);
    const page = service === undefined ? undefined : pages.get(service);
    return page?.pathOf(place) ?? null;
  };
export type RunPathOf = ReturnType<typeof createRunPaths>;

/** createRunPages gives the address of a run on the canvas of its workflow, else on the page that shows every run. */
export const createRunPages =
  ({ config }: Pick<Platform, 'config'>, pathOf: RunPathOf) =>
  async (run: FlowRunPlace & { runId: string }): Promise<string> =>
    `${config.publicUrl}${(await pathOf(run)) ?? `/runs/${run.runId}`}`;
export type RunPageOf = ReturnType<typeof createRunPages>;
