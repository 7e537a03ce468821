import type { Platform } from '../../../platform/platform.ts';
import type { Actor } from '../../workspaces/index.ts';
import type { JobScope } from '../store/jobs.store.ts';
import { assertNotify, assertTarget, firstDue, type JobInput, scheduleOf } from './check-job.ts';
import { webhookPlace } from './show-jobs.ts';
import type { TargetKinds } from './target-kinds.ts';

/** createJobValues gives what is stored of a job as a call gives it, where it can be; `kept` is the sealed webhook that it has. */
export function createJobValues({ platform, kinds }: { platform: Platform; kinds: TargetKinds }) {
  return async function valuesOf(
    caller: Actor,
    scope: JobScope & { jobId: string },
    input: JobInput,
    kept?: string | null,
  ) {
    const { title, target, missedPolicy, retry, notify } = input;
    const schedule = scheduleOf(input);
    const nextDueAt = firstDue(schedule, platform.clock.now().getTime());
    assertNotify(input);
    await assertTarget(kinds, scope, input);
    // Who may not see the whole address gives it back as it was shown.
    const isKept = kept && notify.webhookUrl?.endsWith('/…');
    const sealed =
      notify.webhookUrl === null ? null : platform.secrets.seal(notify.webhookUrl, webhookPlace(scope.jobId));
    return {
      title,
      targetKind: target.kind,
      targetId: target.id,
      environmentId: target.environmentId,
      configurationId: target.configurationId,
      options: target.options,
      scheduleType: schedule.scheduleType,
      schedule,
      missedPolicy,
      retryAttempts: retry.attempts,
      retryDelaySeconds: retry.delaySeconds,
      notifyWhen: notify.when,
      notifyEmails: [...new Set(notify.emails)],
      notifyWebhook: isKept ? kept : sealed,
      nextDueAt,
      problem: null,
      refusals: 0,
      createdBy: caller.userId,
      createdByName: caller.name,
    };
  };
}
