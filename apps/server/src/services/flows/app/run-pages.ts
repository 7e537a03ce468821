import type { Platform } from '../../../platform/platform.ts';
import type { Workspaces } from '../../workspaces/index.ts';

/** A run of a workflow, for which the page of a service has an address. */
interface FlowRunPlace {
  organizationId: string;
  projectId: string;
  flowId: string;
  runId: string;
}

/** WorkflowPage says where the page shows runs of workflows in workspaces of a service, from its first slash. */
export interface WorkflowPage {
  service: string;
  pathOf(run: FlowRunPlace): string;
}

/** createRunPages gives the address of a run on the canvas of its workflow, else on the page that shows every run. */
export const createRunPages =
  (
    { config }: Pick<Platform, 'config'>,
    { workspaces, pages }: { workspaces: Workspaces; pages: ReadonlyMap<string, WorkflowPage> },
  ) =>
  async (run: FlowRunPlace): Promise<string> => {
    const service = await workspaces.findService(run);
    const page = service === undefined ? undefined : pages.get(service);
    return `${config.publicUrl}${page?.pathOf(run) ?? `/runs/${run.runId}`}`;
  };
export type RunPageOf = ReturnType<typeof createRunPages>;
