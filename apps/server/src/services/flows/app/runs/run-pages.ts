import type { Platform } from '../../../../platform/platform.ts';
import type { Workspaces } from '../../../workspaces/index.ts';

/** A workflow, or a run of it, whose page is requested. */
interface FlowRunPlace {
  organizationId: string;
  projectId: string;
  flowId: string;
  runId?: string;
}

/**
 * WorkflowPage contains the page paths of workflows and their runs in a service's workspaces, starting with a slash.
 */
export interface WorkflowPage {
  service: string;
  pathOf(run: FlowRunPlace): string;
}

/** createRunPaths returns the page path of a workflow, or of a run on its canvas; null for workflows without a page. */
export const createRunPaths =
  ({ workspaces, pages }: { workspaces: Workspaces; pages: ReadonlyMap<string, WorkflowPage> }) =>
  async (place: FlowRunPlace): Promise<string | null> => {
    const service = await workspaces.findService(place);
    const page = service === undefined ? undefined : pages.get(service);
    return page?.pathOf(place) ?? null;
  };
export type RunPathOf = ReturnType<typeof createRunPaths>;

/** createRunPages returns the URL of a run on its workflow's canvas, or of the generic run page. */
export const createRunPages =
  ({ config }: Pick<Platform, 'config'>, pathOf: RunPathOf) =>
  async (run: FlowRunPlace & { runId: string }): Promise<string> =>
    `${config.publicUrl}${(await pathOf(run)) ?? `/runs/${run.runId}`}`;
export type RunPageOf = ReturnType<typeof createRunPages>;
