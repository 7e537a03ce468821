import type { SchedulerExecution, SchedulerJob } from '@touchstone/contracts/scheduler';
import type { Platform } from '../../../platform/platform.ts';
import type { Runs } from '../../runs/index.ts';
import { configurationDeleted } from '../domain/execution.ts';
import { shownVariables } from '../domain/job-variables.ts';
import type { ExecutionRow, JobInList, JobRow, JobScope } from '../store/jobs.store.ts';
import type { TargetKinds } from './target-kinds.ts';

/** webhookPlace returns the sealing context of a job's webhook. */
export const webhookPlace = (jobId: string): string => `scheduler.job.webhook:${jobId}`;

/** createShowJobs converts jobs and executions to their API form. */
export function createShowJobs({ platform, runs, kinds }: { platform: Platform; runs: Runs; kinds: TargetKinds }) {
  /** The page URLs of those runs that exist. */
  const linksOf = async (organizationId: string, runIds: readonly string[]): Promise<Map<string, string | null>> => {
    const found = await runs.listByIds(organizationId, [...runIds]);
    return new Map(found.map((run) => [run.runId, runs.linkOf(run) ?? null]));
  };

  const webhookOf = ({ id, notifyWebhook }: JobRow, mayEdit: boolean): string | null => {
    if (notifyWebhook === null) return null;
    const url = platform.secrets.open(notifyWebhook, webhookPlace(id));
    // Such addresses often contain a token.
    return mayEdit ? url : `${new URL(url).origin}/…`;
  };

  return {
    /** Jobs of one workspace. */
    async jobs(scope: JobScope, rows: readonly JobInList[], mayEdit: boolean): Promise<SchedulerJob[]> {
      const runIds = rows.flatMap(({ last }) => last?.runs.at(-1)?.runId ?? []);
      const targets = rows.map(({ job }) => job);
      const [described, deletedConfigurations, links] = await Promise.all([
        kinds.describe(scope, targets),
        kinds.deletedConfigurations(scope, targets),
        linksOf(scope.organizationId, runIds),
      ]);
      return rows.map(({ job, last }) => ({
        ...job.schedule,
        jobId: job.id,
        projectId: job.projectId,
        title: job.title,
        target: {
          kind: job.targetKind,
          id: job.targetId,
          environmentId: job.environmentId,
          configurationId: job.configurationId,
          options: job.options as SchedulerJob['target']['options'],
          variables: shownVariables(job.variables),
          kindTitle: kinds.find(job.targetKind)?.title ?? job.targetKind,
          title: described.get(job.targetId)?.title ?? null,
          link: described.get(job.targetId)?.link ?? null,
        },
        isPaused: job.isPaused,
        problem: job.problem ?? (deletedConfigurations.has(job.configurationId ?? '') ? configurationDeleted : null),
        missedPolicy: job.missedPolicy,
        retry: { attempts: job.retryAttempts, delaySeconds: job.retryDelaySeconds },
        notify: { when: job.notifyWhen, emails: job.notifyEmails, webhookUrl: webhookOf(job, mayEdit) },
        nextDueAt: job.nextDueAt?.toISOString() ?? null,
        lastExecution: last && {
          executionId: last.id,
          dueAt: last.dueAt.toISOString(),
          status: last.status,
          message: last.message,
          link: links.get(last.runs.at(-1)?.runId ?? '') ?? null,
        },
        createdBy: job.createdBy,
        createdByName: job.createdByName,
        createdAt: job.createdAt.toISOString(),
        updatedAt: job.updatedAt.toISOString(),
      }));
    },

    /** Executions of one organization. */
    async executions(organizationId: string, rows: readonly ExecutionRow[]): Promise<SchedulerExecution[]> {
      const links = await linksOf(
        organizationId,
        rows.flatMap((row) => row.runs.map(({ runId }) => runId)),
      );
      return rows.map((row) => ({
        executionId: row.id,
        jobId: row.jobId,
        projectId: row.projectId,
        title: row.title,
        dueAt: row.dueAt.toISOString(),
        startedAt: row.startedAt?.toISOString() ?? null,
        finishedAt: row.finishedAt?.toISOString() ?? null,
        durationMs: row.startedAt && row.finishedAt ? row.finishedAt.getTime() - row.startedAt.getTime() : null,
        status: row.status,
        message: row.message,
        tellProblem: row.tellProblem,
        toldAt: row.toldAt?.toISOString() ?? null,
        missed: row.missed,
        attempt: row.attempt,
        attempts: row.runs.map((run) => ({ ...run, link: links.get(run.runId) ?? null })),
      }));
    },
  };
}
export type ShowJobs = ReturnType<typeof createShowJobs>;
