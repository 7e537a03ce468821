import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor } from '../../workspaces/index.ts';
import { type StoredVariable, variablePlace } from '../domain/job-variables.ts';
import { schedulerErrors } from '../errors.ts';
import type { JobRow, JobScope } from '../store/jobs.store.ts';
import { assertNotify, assertTarget, firstDue, type JobInput, scheduleOf } from './check-job.ts';
import { webhookPlace } from './show-jobs.ts';
import type { TargetKinds } from './target-kinds.ts';

/** createJobValues gives what is stored of a job as a call gives it, where it can be; `kept` is what it has sealed. */
export function createJobValues({ platform, kinds }: { platform: Platform; kinds: TargetKinds }) {
  return async function valuesOf(
    caller: Actor,
    scope: JobScope & { jobId: string },
    input: JobInput,
    kept?: Pick<JobRow, 'notifyWebhook' | 'variables'>,
  ) {
    const { target, notify } = input;
    const nextDueAt = firstDue(scheduleOf(input), platform.clock.now().getTime());
    assertNotify(input);
    await assertTarget(kinds, caller, scope, input);
    // Who may not see the whole address gives it back as it was shown.
    const isKept = kept?.notifyWebhook && notify.webhookUrl?.endsWith('/…');
    return jobColumns(caller, input, {
      nextDueAt,
      variables: storedVariables(platform.secrets, scope.jobId, target.variables, kept?.variables ?? []),
      notifyWebhook: isKept ? kept.notifyWebhook : sealedWebhook(platform.secrets, scope.jobId, notify.webhookUrl),
    });
  };
}

/** jobColumns is what is stored of a job that a caller writes; `sealed` is what it hides, and when it is due. */
export function jobColumns(
  caller: Actor,
  input: JobInput,
  sealed: Pick<JobRow, 'nextDueAt' | 'variables' | 'notifyWebhook'>,
) {
  const { title, target, missedPolicy, retry, notify } = input;
  const schedule = scheduleOf(input);
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
    problem: null,
    refusals: 0,
    createdBy: caller.userId,
    createdByName: caller.name,
    ...sealed,
  };
}

/** sealedWebhook is the address of a webhook as it is stored. */
export const sealedWebhook = (secrets: Platform['secrets'], jobId: string, url: string | null): string | null =>
  url === null ? null : secrets.seal(url, webhookPlace(jobId));

/** storedVariables are the variables of a job as they are stored. A secret without a value keeps the one that is stored under its name; throws where none is. */
export function storedVariables(
  secrets: Platform['secrets'],
  jobId: string,
  given: JobInput['target']['variables'],
  kept: readonly StoredVariable[],
): StoredVariable[] {
  return given.map(({ name, value, isSecret }, index) => {
    if (value !== null)
      return { name, isSecret, value: isSecret ? secrets.seal(value, variablePlace(jobId, name)) : value };
    const stored = kept.find((one) => one.name === name && one.isSecret);
    if (stored) return stored;
    const reason = `Enter a value for the variable ${name}.`;
    const details = [{ path: `target.variables.${index}.value`, message: reason }];
    throw new AppError(schedulerErrors.invalidTarget, { params: { reason }, details });
  });
}
