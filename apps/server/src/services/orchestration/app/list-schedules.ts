import type { Page } from '@touchstone/contracts';
import type { OrchestrationSchedule } from '@touchstone/contracts/scheduler';
import type { SchedulerDoor } from '../../scheduler/index.ts';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { workspaceService } from './open-folder.ts';

interface Filter {
  /** Absent: all projects. */
  projectId?: string | undefined;
  searchTerm?: string | undefined;
  isUpcoming: boolean;
}

/**
 * createListSchedules lists the schedules of workflows in all projects that the caller may open; a given project must
 * be one of them.
 */
export function createListSchedules({
  workspaces,
  listJobs,
}: {
  workspaces: Workspaces;
  listJobs: SchedulerDoor['listJobs'];
}) {
  return async function listSchedules(
    caller: Actor,
    { projectId, searchTerm, isUpcoming }: Filter,
    page: { page: number; size: number },
  ): Promise<Page<OrchestrationSchedule>> {
    if (projectId !== undefined) await workspaces.open(caller, projectId, 'view');
    const visible = await workspaces.listVisible(caller, undefined, workspaceService);
    const projects = visible.filter((project) => projectId === undefined || project.projectId === projectId);
    const names = new Map(projects.map((project) => [project.projectId, project.projectName]));
    const { organizationId } = caller;
    const filter = { organizationId, projectIds: [...names.keys()], isUpcoming, ...(searchTerm && { searchTerm }) };
    const { content, totalElements } = await listJobs(filter, page);
    const named = content.map((job) => ({ ...job, projectName: names.get(job.projectId) ?? '' }));
    return { ...page, totalElements, content: named };
  };
}
export type ListSchedules = ReturnType<typeof createListSchedules>;
