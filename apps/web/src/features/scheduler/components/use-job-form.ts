import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@touchstone/contracts';
import type { ScheduleInput, SchedulerJob } from '@touchstone/contracts/scheduler';
import { useLayoutEffect, useMemo, useState } from 'react';
import { shownErrors } from '../../../shared/shown-errors.ts';
import { useScheduleForm } from '../../../shared/subjects/use-schedule-form.ts';
import { useSchedulerMutations } from '../api/scheduler.mutations.ts';
import { previewQuery, targetKindsQuery } from '../api/scheduler.queries.ts';
import { ownTimezone } from '../model/due-text.ts';
import {
  draftOf,
  draftProblems,
  inputOf,
  type JobDraft,
  newDraft,
  type Problems,
  scheduleOf,
} from '../model/schedule-draft.ts';

interface Given {
  projectId: string;
  job: SchedulerJob | undefined;
  target: { kind: string; id: string; name: string } | undefined;
}

const failed = 'Failed to schedule task. Please try again.';

/** Field errors of an error response, and its general message. */
function readRefusal(error: unknown): { problems: Problems; refusal?: string } {
  if (!(error instanceof ApiError) || error.status >= 500) return { problems: {}, refusal: failed };
  const problems = Object.fromEntries(error.details.map(({ path, message }) => [path, message]));
  return error.details.length > 0 ? { problems } : { problems, refusal: error.message };
}

/** Problems that belong to no field. */
const elsewhere = (problems: Problems): string | undefined =>
  Object.entries(problems).find(([path]) => /^target\.(options|configurationId|kind)/.test(path))?.[1];

/** useJobForm returns the form of a scheduled test: its values and problems, the preview of due times, and saving. */
export function useJobForm({ projectId, job, target }: Given) {
  const [stored, setStored] = useState<JobDraft>(() => {
    const now = new Date();
    if (job) return draftOf(job, now);
    const chosen = target && { kind: target.kind, target: { value: target.id, label: target.name } };
    return newDraft(now, ownTimezone(), chosen);
  });
  const { draft, problem } = useFilledDraft(projectId, stored);
  const [isAsked, setAsked] = useState(false);
  const [refused, setRefused] = useState<{ problems: Problems; refusal?: string }>({ problems: {} });
  const { save } = useSchedulerMutations(projectId);
  const preview = usePreview(projectId, scheduleOf(draft));
  const own: Problems = { ...draftProblems(draft), ...(problem && { 'target.options': problem }) };
  const problems: Problems = { ...preview.problems, ...refused.problems, ...(isAsked && own) };

  return {
    draft,
    problems,
    refusal: refused.refusal ?? elsewhere(problems),
    preview: preview.shown,
    isSaving: save.isPending,
    change(patch: Partial<JobDraft>) {
      setRefused({ problems: {} });
      setStored((before) => ({ ...before, ...patch }));
    },
    /** Resolves with the saved job; undefined if something is wrong. */
    async save(): Promise<SchedulerJob | undefined> {
      setAsked(true);
      if (save.isPending || Object.keys(own).length > 0) return undefined;
      try {
        return await save.mutateAsync({ jobId: job?.jobId, body: inputOf(draft) });
      } catch (error) {
        setRefused(readRefusal(error));
        return undefined;
      }
    },
  };
}

/** The draft filled with the default options of the test's kind, unless it has its own. */
function useFilledDraft(projectId: string, stored: JobDraft): { draft: JobDraft; problem: string | undefined } {
  const kind = useQuery(targetKindsQuery(projectId)).data?.[0]?.kind;
  const chosen = stored.kind || kind || '';
  const form = useScheduleForm(chosen);
  const usual = useMemo(() => form?.options?.(), [form]);
  const isEmpty = Object.keys(stored.options).length === 0;
  const options = isEmpty && usual ? usual : stored.options;
  return { draft: { ...stored, kind: chosen, options }, problem: form?.problemOf?.(options) };
}

/** Debounces typing, in milliseconds. */
const typingMs = 250;

/** When a schedule would be due, or why it can't be. */
function usePreview(projectId: string, typed: ScheduleInput) {
  const key = JSON.stringify(typed);
  const [asked] = useDebouncedValue(key, typingMs);
  const schedule = useMemo(() => JSON.parse(asked) as ScheduleInput, [asked]);
  const { data, error } = useQuery(previewQuery(projectId, schedule));
  useLayoutEffect(() => shownErrors.add(error), [error]);
  // A result for another schedule than the typed one is outdated.
  const isOf = asked === key;
  const problems =
    isOf && error instanceof ApiError && error.status < 500
      ? Object.fromEntries(error.details.map(({ path, message }) => [path.replace(/^schedule\./, ''), message]))
      : {};
  const isAtField = Object.keys(problems).length > 0;
  const problem = error ? (isAtField ? 'Correct the fields above.' : error.message) : undefined;
  return { problems, shown: { schedule, dueAt: data, problem } };
}
