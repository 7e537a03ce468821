import type { PrerequisiteAction, StepDetail, StepSummary } from '@touchstone/contracts/api-testing';
import type { FinishedStep, OpenStep, PlannedStep, PresentedStep, StoredStep } from '../../runs/index.ts';

/** Kinds of steps of functional runs. */
export const stepKinds = {
  suite: 'suite',
  iteration: 'iteration',
  request: 'request',
  prerequisite: 'prerequisite',
} as const;

/** The stored plan of a request, besides the columns every step has. */
export type RequestSummary = Pick<StepSummary, 'suiteId' | 'suiteName' | 'scriptId' | 'method' | 'url' | 'iteration'>;

/** The stored plan of a prerequisite. */
export interface PrerequisiteSummary {
  action: PrerequisiteAction['kind'];
  scriptId: string | null;
}

/** The stored part of a result. `source` is the query or script of a prerequisite that sends no request. */
type Outcome = Partial<
  Pick<
    StepSummary,
    'method' | 'url' | 'statusCode' | 'durationMs' | 'assertionsPassed' | 'assertionsFailed' | 'attempt' | 'occurrence'
  >
> & { position?: number; source?: string };

/** The name under which lists and reports show prerequisites. */
export const prerequisitesTitle = 'Prerequisites';
const actionWords: Record<PrerequisiteAction['kind'], string> = { script: 'HTTP', database: 'QUERY', javascript: 'JS' };

type ShownStep = Pick<StoredStep, 'index' | 'stepId' | 'kind' | 'title' | 'summary'> &
  Partial<Pick<StoredStep, 'status' | 'message' | 'durationMs' | 'outcome'>>;

/** Returns what lists show of a step before it runs; kinds that send nothing have no address. */
function planOf({ kind, summary }: Pick<ShownStep, 'kind' | 'summary'>): RequestSummary {
  const nothing = { suiteId: null, suiteName: '', scriptId: null, method: '', url: '' };
  if (kind !== stepKinds.prerequisite) return { ...nothing, ...(summary as Partial<RequestSummary>) };
  const { action, scriptId } = summary as PrerequisiteSummary;
  return { ...nothing, suiteName: prerequisitesTitle, scriptId, method: actionWords[action] };
}

/** toStepSummary maps a step to the product's terms. */
export function toStepSummary(step: ShownStep): StepSummary {
  const { source, ...outcome } = (step.outcome as Outcome | null | undefined) ?? {};
  return {
    stepId: step.stepId,
    index: step.index,
    name: step.title,
    ...planOf(step),
    status: step.status ?? 'queued',
    statusCode: null,
    durationMs: step.durationMs ?? null,
    assertionsPassed: 0,
    assertionsFailed: 0,
    message: step.message ?? null,
    attempt: 0,
    ...(source !== undefined && { url: source }),
    ...outcome,
  };
}

/** toStepDetail returns a complete step; if it never ran, only its plan. */
export function toStepDetail(step: StoredStep & { detail: unknown }): StepDetail {
  const empty = { startedAt: null, exchange: null, assertions: [], extracted: [], unresolved: [], error: null };
  return { ...empty, ...(step.detail as Partial<StepDetail> | null), ...toStepSummary(step) };
}

/** presentStep presents a step in lists that also contain steps of other kinds. */
export function presentStep(step: StoredStep): PresentedStep {
  if (step.kind === stepKinds.suite || step.kind === stepKinds.iteration)
    return { title: step.title, subtitle: '', badges: [] };
  const { name, method, url, statusCode } = toStepSummary(step);
  return { title: name, subtitle: url, badges: [method, statusCode ?? ''].map(String).filter(Boolean) };
}

/** toRecord splits a step's record into the core's columns and the part only this service reads. */
export function toRecord(
  step: Pick<OpenStep, 'kind'>,
  recorded: StepDetail,
): Pick<FinishedStep, 'message' | 'title' | 'searchText' | 'outcome' | 'detail'> {
  const { name, message, method, url, statusCode, durationMs, assertionsPassed, assertionsFailed, attempt } = recorded;
  const { occurrence, position, startedAt, exchange, assertions, extracted, unresolved, error } = recorded;
  const { earlierAttempts, nextStep, logs } = recorded;
  const sentNothing = step.kind === stepKinds.prerequisite && exchange === null;
  const outcome: Outcome = {
    ...(sentNothing ? { source: url } : { method, url }),
    statusCode,
    durationMs,
    assertionsPassed,
    assertionsFailed,
    attempt,
    ...(occurrence !== undefined && { occurrence }),
    ...(position !== undefined && { position }),
  };
  const detail = {
    startedAt,
    exchange,
    assertions,
    extracted,
    unresolved,
    error,
    ...(earlierAttempts && { earlierAttempts }),
    ...(nextStep !== undefined && { nextStep }),
    ...(logs && { logs }),
  };
  return { message, title: name, searchText: searchTextOf(name, url), outcome, detail };
}

/** searchTextOf returns the text that a search in a run's steps covers. */
export const searchTextOf = (name: string, url: string): string => `${name}\n${url}`;

/** A container of a functional run: a suite, or a row of the file in a data-driven run. */
export function planContainer(
  container: { stepId: string; parentId: string | null; kind: 'suite' | 'iteration'; title: string },
  suiteId: string,
): PlannedStep {
  return { ...container, isContainer: true, groupId: suiteId, sourceId: null, plan: {}, summary: {} };
}
