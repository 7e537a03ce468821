import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor, Environments } from '../../workspaces/index.ts';
import { type StoredVariable, variablePlace } from '../domain/job-variables.ts';
import { schedulerErrors } from '../errors.ts';
import type { JobRow, JobScope } from '../store/jobs.store.ts';
import { assertNotify, assertTarget, firstDue, type JobInput, scheduleOf } from './check-job.ts';
import { webhookPlace } from './show-jobs.ts';
import type { TargetKinds } from './target-kinds.ts';

/** createJobValues validates a job's input and returns its columns; `kept` contains its sealed values. */
export function createJobValues({
  platform,
  kinds,
  environments,
}: {
  platform: Platform;
  kinds: TargetKinds;
  environments: Pick<Environments, 'assertExists'>;
}) {
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
    if (target.environmentId !== null) await environments.assertExists(scope, target.environmentId);
    // Users who can't see the complete address send it back as it was shown.
    const isKept = kept?.notifyWebhook && notify.webhookUrl?.endsWith('/…');
    return jobColumns(caller, input, {
      nextDueAt,
      variables: storedVariables(platform.secrets, scope.jobId, target.variables, kept?.variables ?? []),
      notifyWebhook: isKept ? kept.notifyWebhook : sealedWebhook(platform.secrets, scope.jobId, notify.webhookUrl),
    });
  };
}

/** jobColumns returns the columns of a job; `sealed` contains the sealed values and when it is due. */
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

/** sealedWebhook returns a webhook's address in its stored form. */
export const sealedWebhook = (secrets: Platform['secrets'], jobId: string, url: string | null): string | null =>
  url === null ? null : secrets.seal(url, webhookPlace(jobId));

/**
 * storedVariables returns a job's variables in their stored form. A secret without a value keeps the value stored under
 * its name; throws if there is none.
 */
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
