import type { Page } from '@touchstone/contracts';
import type { Schedule, SchedulerExecutionStatus, SchedulerJob } from '@touchstone/contracts/scheduler';
import type { Platform } from '../../../platform/platform.ts';
import { type Actor, roleIn, type Workspaces } from '../../workspaces/index.ts';
import { dueUpTo } from '../domain/calendar.ts';
import { executionsStore } from '../store/executions.store.ts';
import { type JobFilter, type JobScope, jobsStore } from '../store/jobs.store.ts';
import { firstDue } from './check-job.ts';
import { assertInProject, type OpenJob } from './open-job.ts';
import type { ShowJobs } from './show-jobs.ts';
import type { TargetKinds } from './target-kinds.ts';

type PageRequest = { page: number; size: number };

interface Needs {
  platform: Platform;
  workspaces: Workspaces;
  kinds: TargetKinds;
  openJob: OpenJob;
  show: ShowJobs;
}

/** createReadJobs shows jobs and their history. */
export function createReadJobs({ platform, workspaces, kinds, openJob, show }: Needs) {
  const { sql } = platform.database;
  const scopeOf = ({ organizationId }: Actor, projectId: string): JobScope => ({ organizationId, projectId });
  const mayEdit = async (caller: Actor, projectId: string): Promise<boolean> =>
    roleIn(caller, await workspaces.open(caller, projectId, 'view')) !== 'VIEWER';

  return {
    async list(caller: Actor, { projectId, ...filter }: JobFilter & { projectId: string }, page: PageRequest) {
      const edits = await mayEdit(caller, projectId);
      const scope = scopeOf(caller, projectId);
      const wanted = { ...filter, organizationId: scope.organizationId, projectIds: [projectId] };
      const { content, totalElements } = await jobsStore.list(sql, wanted, page);
      return { ...page, totalElements, content: await show.jobs(scope, content, edits) };
    },
    /** Jobs of several workspaces, which the caller must be allowed to open, as a viewer sees them. */
    async listOf(
      { organizationId, projectIds, ...filter }: JobFilter & { organizationId: string; projectIds: readonly string[] },
      page: PageRequest,
    ): Promise<Page<SchedulerJob>> {
      if (projectIds.length === 0) return { ...page, totalElements: 0, content: [] };
      const { content, totalElements } = await jobsStore.list(sql, { ...filter, organizationId, projectIds }, page);
      const shown = new Map<string, SchedulerJob>();
      for (const [projectId, rows] of Map.groupBy(content, ({ job }) => job.projectId))
        for (const job of await show.jobs({ organizationId, projectId }, rows, false)) shown.set(job.jobId, job);
      return { ...page, totalElements, content: content.flatMap(({ job }) => shown.get(job.id) ?? []) };
    },
    async get(caller: Actor, jobId: string): Promise<SchedulerJob> {
      const row = await openJob(caller, jobId, 'view');
      const edits = await mayEdit(caller, row.job.projectId);
      return (await show.jobs(row.job, [row], edits))[0] as SchedulerJob;
    },
    async count(caller: Actor, projectId: string) {
      await workspaces.open(caller, projectId, 'view');
      return jobsStore.count(sql, scopeOf(caller, projectId));
    },
    async listExecutions(
      caller: Actor,
      { projectId, ...filter }: { projectId: string; jobId?: string; status?: SchedulerExecutionStatus },
      page: PageRequest,
    ) {
      await workspaces.open(caller, projectId, 'view');
      const scope = scopeOf(caller, projectId);
      await assertInProject(sql, scope, filter.jobId);
      const { content, totalElements } = await executionsStore.list(sql, { ...filter, ...scope }, page);
      return { ...page, totalElements, content: await show.executions(caller.organizationId, content) };
    },
    async listKinds(caller: Actor, projectId: string) {
      const { project } = await workspaces.open(caller, projectId, 'view');
      return kinds
        .listFor(project.service)
        .map(({ kind, title, takesEnvironment, takesConfiguration, takesVariables = false }) => ({
          kind,
          title,
          takesEnvironment,
          takesConfiguration,
          takesVariables,
        }));
    },
    async listTargets(
      caller: Actor,
      { projectId, kind, searchTerm }: { projectId: string; kind: string; searchTerm?: string },
      page: PageRequest,
    ) {
      await workspaces.open(caller, projectId, 'view');
      return { ...page, ...(await kinds.get(kind).list(scopeOf(caller, projectId), searchTerm, page)) };
    },
    /** The next times at which a schedule would be due. */
    async preview(caller: Actor, projectId: string, schedule: Schedule): Promise<string[]> {
      await workspaces.open(caller, projectId, 'view');
      const nowMs = platform.clock.now().getTime();
      firstDue(schedule, nowMs);
      return dueUpTo(schedule, nowMs, Number.POSITIVE_INFINITY, 5).map((due) => new Date(due).toISOString());
    },
  };
}
export type ReadJobs = ReturnType<typeof createReadJobs>;
