import { canRead, type Page } from '@touchstone/contracts';
import type { FlowRunSummary } from '@touchstone/contracts/flows';
import type { RunCounts, RunStatus } from '@touchstone/contracts/runs';
import type { Platform } from '../../../../platform/platform.ts';
import type { Run, Runs, RunViewer } from '../../../runs/index.ts';
import type { Workspaces } from '../../../workspaces/index.ts';
import { factsOf } from '../../domain/flow-run-facts.ts';
import { type FlowRunLabel, flowRunKind } from '../../domain/flow-run-plan.ts';

interface Filter {
  /** Absent: all workspaces of the service. */
  projectId?: string | undefined;
  workspaceService: string;
  status?: RunStatus | undefined;
  searchTerm?: string | undefined;
}

/** createListFlowRuns lists runs of workflows in all workspaces that the caller may open. */
export function createListFlowRuns({
  platform,
  runs,
  workspaces,
}: {
  platform: Platform;
  runs: Runs;
  workspaces: Workspaces;
}) {
  const namesOf = async (caller: RunViewer, { projectId, workspaceService }: Filter): Promise<Map<string, string>> => {
    const listed = async () => {
      await platform.callRules.assert({ service: workspaceService, access: canRead }, caller);
      return workspaces.listVisible(caller, undefined, workspaceService);
    };
    const projects = projectId === undefined ? await listed() : [await workspaces.view(caller, projectId)];
    return new Map(projects.map((project) => [project.projectId, project.projectName]));
  };
  return async function listFlowRuns(
    caller: RunViewer,
    filter: Filter,
    page: { page: number; size: number },
  ): Promise<Page<FlowRunSummary> & { totals: RunCounts }> {
    const names = await namesOf(caller, filter);
    const { status, searchTerm } = filter;
    const scope = {
      organizationId: caller.organizationId,
      projectId: [...names.keys()],
      kinds: [flowRunKind],
      ...(searchTerm && { searchTerm }),
    };
    const [{ content, totalElements }, totals] = await Promise.all([
      runs.list({ ...scope, ...(status && { statuses: [status] }) }, page),
      runs.countByStatus(scope),
    ]);
    return {
      ...page,
      totalElements,
      totals,
      content: content.map((run) => toSummary(run, names.get(run.projectId) ?? '')),
    };
  };
}
export type ListFlowRuns = ReturnType<typeof createListFlowRuns>;

function toSummary(run: Run, projectName: string): FlowRunSummary {
  const { message: _message, ...facts } = factsOf(run);
  return {
    ...facts,
    runId: run.runId,
    number: run.number,
    projectId: run.projectId,
    projectName,
    flowId: (run.label as FlowRunLabel).flowId,
    flowName: run.name,
    startedBy: run.createdByName,
  };
}
