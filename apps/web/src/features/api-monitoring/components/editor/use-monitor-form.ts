import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@touchstone/contracts';
import type { CheckOutcome, Monitor, MonitorKind } from '@touchstone/contracts/api-monitoring';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { ownTimezone } from '../../../scheduler/index.ts';
import { useMonitorMutations } from '../../api/monitors.mutations.ts';
import { collectionsQuery } from '../../api/monitors.queries.ts';
import {
  definitionProblems,
  draftOf,
  draftProblems,
  inputOf,
  type MonitorDraft,
  newDraft,
  type Problems,
  scheduleOf,
  withKind,
} from '../../model/monitor-draft.ts';

interface Given {
  projectId: string;
  /** Initial collection of a new monitored API. */
  collectionId: string | undefined;
  /** The monitored API to edit; absent to create one. */
  monitor: Monitor | undefined;
  /** Initial values of a new one, such as its test. */
  initial: Partial<MonitorDraft> | undefined;
}

interface Refusal {
  problems: Problems;
  /** A message that belongs to no field. */
  message?: string | undefined;
}

/** Field errors of a refused save, and its general message. */
function readRefusal(error: unknown): Refusal {
  if (!(error instanceof ApiError) || error.details.length === 0) return { problems: {}, message: messageOf(error) };
  const place = (path: string) => path.replace(/^schedule\./, '').replace(/^timeoutMs$/, 'timeoutSeconds');
  return { problems: Object.fromEntries(error.details.map(({ path, message }) => [place(path), message])) };
}

/** The fields of a saved monitored API that its form changes. */
const changeOf = (draft: MonitorDraft, { monitorId, projectId }: Monitor) => {
  const { projectId: _project, state: _state, ...change } = inputOf(draft, projectId);
  return { monitorId, ...change, schedule: scheduleOf(draft), definition: change.definition as Monitor['definition'] };
};

/** useMonitorForm returns the form of a monitored API: its values and problems, the trial check, and saving. */
export function useMonitorForm({ projectId, collectionId, monitor, initial }: Given) {
  const [stored, setStored] = useState<MonitorDraft | null>(() => {
    const timezone = ownTimezone();
    if (monitor) return draftOf(monitor, timezone);
    const kind = initial?.definition?.kind;
    return kind ? newDraft(kind, { timezone, collectionId: collectionId ?? '', ...initial }) : null;
  });
  const [isAsked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>({ problems: {} });
  const [outcome, setOutcome] = useState<CheckOutcome | null>(null);
  const { create, update, tryCheck } = useMonitorMutations();
  const first = useQuery(collectionsQuery(projectId)).data?.[0]?.collectionId;
  const draft = stored && { ...stored, collectionId: stored.collectionId || first || '' };
  const own = draft && isAsked ? draftProblems(draft, projectId) : {};
  const change = (patch: Partial<MonitorDraft>) => {
    setRefusal({ problems: {} });
    setStored((before) => before && { ...before, ...patch });
  };
  return {
    draft,
    problems: { ...refusal.problems, ...own },
    refusal: refusal.message,
    outcome,
    isSaving: create.isPending || update.isPending,
    isTrying: tryCheck.isPending,
    change,
    chooseKind(kind: MonitorKind) {
      setStored((before) =>
        before ? withKind(before, kind) : newDraft(kind, { timezone: ownTimezone(), collectionId: collectionId ?? '' }),
      );
      setOutcome(null);
      setAsked(false);
    },
    forgetKind: () => setStored(null),
    /** Runs a trial check of the form's values. */
    async tryNow(): Promise<void> {
      if (!draft) return;
      const { definition, environmentId, timeoutSeconds } = draft;
      const problems = definitionProblems(definition);
      setRefusal({ problems });
      setOutcome(null);
      if (Object.keys(problems).length > 0) return;
      const timeoutMs = Math.min(Math.max(Math.round((timeoutSeconds || 15) * 1000), 100), 30_000);
      try {
        setOutcome(await tryCheck.mutateAsync({ projectId, definition, environmentId, timeoutMs }));
      } catch (error) {
        setRefusal(readRefusal(error));
      }
    },
    /** Resolves with the saved monitored API; undefined if something is wrong. */
    async save(): Promise<Monitor | undefined> {
      setAsked(true);
      if (!draft || create.isPending || update.isPending) return undefined;
      if (Object.keys(draftProblems(draft, projectId)).length > 0) return undefined;
      try {
        return monitor
          ? await update.mutateAsync(changeOf(draft, monitor))
          : await create.mutateAsync(inputOf(draft, projectId));
      } catch (error) {
        setRefusal(readRefusal(error));
        return undefined;
      }
    },
  };
}
