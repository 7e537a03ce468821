import { keptSecret } from '@touchstone/contracts';
import type { JobInFile } from '@touchstone/contracts/scheduler';
import type { Platform } from '../../../platform/platform.ts';
import type { FilePart } from '../../workspaces/index.ts';
import { nextDue, scheduleFault } from '../domain/calendar.ts';
import { testDeleted } from '../domain/execution.ts';
import { shownVariables } from '../domain/job-variables.ts';
import { schedulerErrors } from '../errors.ts';
import { type JobRow, jobsStore } from '../store/jobs.store.ts';
import { scheduleOf, targetFaults } from './check-job.ts';
import { assertJobRoom } from './job-room.ts';
import { jobColumns, sealedWebhook, storedVariables } from './job-values.ts';
import { isPro } from './open-job.ts';
import type { TargetKinds } from './target-kinds.ts';

const toFile = (job: JobRow): JobInFile => ({
  id: job.id,
  name: job.title,
  ...job.schedule,
  target: {
    kind: job.targetKind,
    id: job.targetId,
    environmentId: job.environmentId,
    configurationId: job.configurationId,
    options: job.options as JobInFile['target']['options'],
    variables: shownVariables(job.variables),
  },
  isPaused: job.isPaused,
  missedPolicy: job.missedPolicy,
  retry: { attempts: job.retryAttempts, delaySeconds: job.retryDelaySeconds },
  notify: {
    when: job.notifyWhen,
    emails: job.notifyEmails,
    webhookUrl: job.notifyWebhook === null ? null : keptSecret,
  },
});

/**
 * createJobPart returns the jobs part of workspace files. Jobs of deleted tests aren't included: their test may be
 * restored.
 */
export function createJobPart({ platform, kinds }: { platform: Platform; kinds: TargetKinds }): FilePart<JobInFile> {
  const { secrets, clock } = platform;
  return {
    async read(sql, scope, options) {
      const rows = await jobsStore.listOfProject(sql, scope, options);
      return rows.filter(({ problem }) => problem !== testDeleted).map(toFile);
    },
    problemOf(actor, workspacePlan, item) {
      if (!isPro(actor, workspacePlan)) return schedulerErrors.proOnly.message;
      const kind = kinds.find(item.target.kind);
      if (!kind || kind.workspaces !== undefined) return `There is no kind of test named ${item.target.kind}.`;
      // A job in the past is a completed one.
      return (targetFaults(kind, item.target)[0] ?? scheduleFault(scheduleOf(item), 0))?.message;
    },
    assertRoom: assertJobRoom,
    async put(sql, { actor, organizationId, projectId }, { id, name, ...item }, isNew) {
      const before = isNew ? undefined : await jobsStore.get(sql, id);
      const { webhookUrl } = item.notify;
      const kept = before?.variables ?? [];
      const isKnown = (variable: string) => kept.some((one) => one.name === variable && one.isSecret);
      const missing = item.target.variables.filter(({ name: one, value }) => value === null && !isKnown(one));
      const variables = item.target.variables.map((one) => (missing.includes(one) ? { ...one, value: '' } : one));
      const keptWebhook = webhookUrl === keptSecret ? (before?.notifyWebhook ?? null) : undefined;
      const due = nextDue(scheduleOf(item), clock.now().getTime());
      const values = jobColumns(
        actor,
        { ...item, title: name },
        {
          nextDueAt: due === undefined ? null : new Date(due),
          variables: storedVariables(secrets, id, variables, kept),
          notifyWebhook: keptWebhook === undefined ? sealedWebhook(secrets, id, webhookUrl) : keptWebhook,
        },
      );
      const { isPaused } = item;
      if (before) await jobsStore.update(sql, id, { ...values, isPaused });
      else await jobsStore.insert(sql, { ...values, isPaused, id, organizationId, projectId });
      return [...missing.map((one) => one.name), ...(keptWebhook === null ? ['address of the webhook'] : [])];
    },
    async delete(sql, scope, ids) {
      await jobsStore.delete(sql, scope, ids);
    },
    taken: jobsStore.taken,
  };
}
