import {
  type ScheduleInput,
  type SchedulerJob,
  type SchedulerJobInput,
  type ScheduleType,
  schedulerJobInputSchema,
  type WeekDay,
} from '@touchstone/contracts/scheduler';
import type { Choice } from '../../../shared/choices.ts';
import { dateIn, localTime } from './due-text.ts';

/** JobDraft is the full form of a scheduled test. */
export interface JobDraft {
  /** null to name it after its test. */
  title: string | null;
  kind: string;
  target: Choice | null;
  environmentId: string | null;
  configurationId: string | null;
  options: Record<string, unknown>;
  variables: VariableDraft[];
  scheduleType: ScheduleType;
  timezone: string;
  startDate: string;
  endDate: string;
  time: string;
  daysOfWeek: WeekDay[];
  daysOfMonth: (number | 'LAST')[];
  cron: string;
  missedPolicy: SchedulerJob['missedPolicy'];
  retries: number | string;
  retryDelaySeconds: number | string;
  notifyWhen: SchedulerJob['notify']['when'];
  emails: string[];
  webhookUrl: string;
}

/** A variable of the job; a secret without a value keeps the stored one. */
export interface VariableDraft {
  /** Stable identity while names are typed. */
  key: number;
  name: string;
  value: string;
  isSecret: boolean;
  /** The server has a value that isn't shown. */
  isStored: boolean;
}

/** Problems by field. */
export type Problems = Readonly<Record<string, string>>;

const workDays: WeekDay[] = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'];
const hourMs = 3_600_000;

/** newDraft returns a form that can be saved once a test is selected: on weekdays, from the next full hour. */
export function newDraft(now: Date, timezone: string, given: Partial<JobDraft> = {}): JobDraft {
  const nextHour = new Date(Math.floor(now.getTime() / hourMs + 1) * hourMs);
  return {
    title: null,
    kind: '',
    target: null,
    environmentId: null,
    configurationId: null,
    options: {},
    variables: [],
    scheduleType: 'WEEKLY',
    timezone,
    startDate: dateIn(nextHour, timezone),
    endDate: '',
    time: localTime(nextHour.toISOString(), timezone),
    daysOfWeek: workDays,
    daysOfMonth: [1],
    cron: '0 9 * * 1-5',
    missedPolicy: 'RUN_ONCE',
    retries: 0,
    retryDelaySeconds: 60,
    notifyWhen: 'NEVER',
    emails: [],
    webhookUrl: '',
    ...given,
  };
}

/** draftOf returns the form of a job. Fields that its type doesn't use have the defaults. */
export function draftOf(job: SchedulerJob, now: Date): JobDraft {
  const empty = newDraft(now, job.timezone);
  const { target, retry, notify } = job;
  return {
    ...empty,
    title: job.title,
    kind: target.kind,
    target: { value: target.id, label: target.title ?? '' },
    environmentId: target.environmentId,
    configurationId: target.configurationId,
    options: target.options,
    variables: target.variables.map(({ name, value, isSecret }, key) => ({
      key,
      name,
      value: value ?? '',
      isSecret,
      isStored: isSecret,
    })),
    scheduleType: job.scheduleType,
    startDate: job.startDate,
    endDate: job.endDate ?? '',
    time: job.time ?? empty.time,
    daysOfWeek: job.daysOfWeek.length > 0 ? job.daysOfWeek : empty.daysOfWeek,
    daysOfMonth: job.daysOfMonth.length > 0 ? job.daysOfMonth : empty.daysOfMonth,
    cron: job.cron ?? empty.cron,
    missedPolicy: job.missedPolicy,
    retries: retry.attempts,
    retryDelaySeconds: retry.delaySeconds,
    notifyWhen: notify.when,
    emails: notify.emails,
    webhookUrl: notify.webhookUrl ?? '',
  };
}

/** scheduleOf returns the schedule of a form. */
export function scheduleOf(draft: JobDraft): ScheduleInput {
  const { scheduleType, timezone, startDate, endDate, time, daysOfWeek, daysOfMonth, cron } = draft;
  return {
    scheduleType,
    timezone,
    startDate,
    endDate: scheduleType === 'ONCE' ? null : endDate || null,
    time: scheduleType === 'CRON' ? null : time || null,
    daysOfWeek: scheduleType === 'WEEKLY' ? daysOfWeek : [],
    daysOfMonth: scheduleType === 'MONTHLY' ? daysOfMonth : [],
    cron: scheduleType === 'CRON' ? cron : null,
  };
}

/** inputOf converts a form to the server's input. */
export function inputOf(draft: JobDraft): SchedulerJobInput {
  const { kind, target, environmentId, configurationId, options, missedPolicy, notifyWhen } = draft;
  return {
    ...scheduleOf(draft),
    title: draft.title ?? target?.label ?? '',
    target: {
      kind,
      id: target?.value ?? '',
      environmentId,
      configurationId,
      options: options as NonNullable<SchedulerJobInput['target']['options']>,
      variables: draft.variables.map(({ name, value, isSecret, isStored }) => ({
        name: name.trim(),
        value: isStored && isSecret && value === '' ? null : value,
        isSecret,
      })),
    },
    missedPolicy,
    retry: { attempts: Number(draft.retries), delaySeconds: Number(draft.retryDelaySeconds) },
    notify: { when: notifyWhen, emails: draft.emails, webhookUrl: draft.webhookUrl.trim() || null },
  };
}

/** Client-side checks: whether fields are filled in, and well-formed. */
export function draftProblems(draft: JobDraft): Problems {
  if (!draft.kind || !draft.target) return { 'target.id': 'Choose a test.' };
  const problems: Record<string, string> = {};
  if (draft.notifyWhen !== 'NEVER' && draft.emails.length === 0 && draft.webhookUrl.trim() === '')
    problems['notify.emails'] = 'Enter an e-mail address or a webhook.';
  if (draft.scheduleType !== 'CRON' && draft.time === '') problems.time = 'Please select a time.';
  const read = schedulerJobInputSchema.safeParse(inputOf(draft));
  for (const { path, message } of read.error?.issues ?? []) problems[fieldOf(path)] ??= message;
  return problems;
}

/** A list is one field, except for variables, which have their own fields. */
const fieldOf = (path: readonly PropertyKey[]): string =>
  path.filter((part) => typeof part !== 'number' || path[1] === 'variables').join('.');
