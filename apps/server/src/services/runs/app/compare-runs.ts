import { createHash } from 'node:crypto';
import type { ComparedStep, RunAnswer, RunComparison } from '@touchstone/contracts/runs';
import { AppError } from '@touchstone/kernel';
import type { Attachment } from '../domain/attachment.ts';
import { countChanges, pairSteps, type StepMark } from '../domain/pair-steps.ts';
import { isFinal, type Run, type StoredStep } from '../domain/run.ts';
import { toRunAnswer, toRunStep } from '../domain/run-answer.ts';
import type { RunKind, RunViewer, StepFindings } from '../domain/run-kind.ts';
import { runErrors } from '../errors.ts';
import { runsStore } from '../store/runs.store.ts';
import type { RunNeeds } from './create-runs.ts';
import type { Runs } from './runs.ts';

/** createCompareRuns compares runs of any kind with earlier runs of the same tests. */
export function createCompareRuns({
  platform,
  kinds,
  runs,
}: Pick<RunNeeds, 'platform' | 'kinds'> & {
  runs: Pick<Runs, 'open' | 'listEarlier' | 'readSteps' | 'getSteps' | 'present' | 'listAttachments'>;
}) {
  const { sql } = platform.database;
  const kindOf = ({ kind: name }: Run): RunKind => {
    const kind = kinds.get(name);
    if (!kind) throw new AppError(runErrors.notFound);
    return kind;
  };
  const openFinished = async (caller: RunViewer, runId: string): Promise<Run> => {
    const run = await runs.open(caller, runId);
    if (!isFinal(run.status)) throw new AppError(runErrors.notFinished);
    return run;
  };
  /** Prefers a run with the same label, such as environment and browser. */
  const lastPassed = async (run: Run): Promise<string> => {
    const [found] = await runsStore.listEarlier(sql, run, { status: 'passed', limit: 1 });
    if (found === undefined) throw new AppError(runErrors.noEarlierRun);
    return found;
  };
  const { marksOf, show } = createReadSteps({ kindOf, runs });

  return {
    async listEarlier(caller: RunViewer, runId: string): Promise<{ runs: RunAnswer[] }> {
      const run = await runs.open(caller, runId);
      return { runs: (await runs.listEarlier(run)).map((one) => toRunAnswer(one, kindOf(one))) };
    },
    async compare(
      caller: RunViewer,
      runId: string,
      {
        with: withRunId,
        steps: which,
        page,
        size,
      }: {
        with?: string | undefined;
        steps: 'differing' | 'all';
        page: number;
        size: number;
      },
    ): Promise<RunComparison> {
      const after = await openFinished(caller, runId);
      const before = await openFinished(caller, withRunId ?? (await lastPassed(after)));
      if (before.kind !== after.kind) throw new AppError(runErrors.otherKind);
      const pairs = pairSteps(await marksOf(before), await marksOf(after));
      const wanted = which === 'all' ? pairs : pairs.filter(({ change }) => change !== 'same');
      const shown = wanted.slice(page * size, (page + 1) * size);
      const was = await show(
        caller,
        before,
        shown.flatMap((pair) => pair.before ?? []),
      );
      const is = await show(
        caller,
        after,
        shown.flatMap((pair) => pair.after ?? []),
      );
      return {
        before: toRunAnswer(before, kindOf(before)),
        after: toRunAnswer(after, kindOf(after)),
        totals: countChanges(pairs),
        steps: shown.map((pair) => ({
          change: pair.change,
          before: was.get(pair.before ?? '') ?? null,
          after: is.get(pair.after ?? '') ?? null,
        })),
        totalElements: wanted.length,
        page,
        size,
      };
    },
  };
}
/** CompareRuns compares runs of any kind with earlier runs of the same tests. */
export type CompareRuns = ReturnType<typeof createCompareRuns>;

/** Reads the steps of compared runs: marks of all steps to find differences, details of those shown. */
function createReadSteps({
  kindOf,
  runs,
}: {
  kindOf: (run: Run) => RunKind;
  runs: Pick<Runs, 'readSteps' | 'getSteps' | 'present' | 'listAttachments'>;
}) {
  const marksOf = async (run: Run): Promise<StepMark[]> => {
    const kind = kindOf(run);
    const marks: StepMark[] = [];
    for await (const step of runs.readSteps(run.runId)) {
      const { stepId, status, message } = step;
      marks.push({ stepId, status, message, identity: identityOf(kind, step), digest: digestOf(kind, step) });
    }
    return marks;
  };
  /** The steps of a run that are shown. */
  const show = async (caller: RunViewer, run: Run, stepIds: string[]): Promise<Map<string, ComparedStep>> => {
    const kind = kindOf(run);
    const wanted = new Set(stepIds);
    const [steps, { content }] = await Promise.all([
      runs.getSteps(run.runId, stepIds),
      stepIds.length > 0 ? runs.listAttachments(caller, run.runId) : { content: [] as Attachment[] },
    ]);
    const pictures = Map.groupBy(
      content.filter(({ stepId, mediaType }) => stepId && wanted.has(stepId) && mediaType.startsWith('image/')),
      ({ stepId }) => stepId,
    );
    return new Map(
      steps.map((step) => [
        step.stepId,
        {
          ...toRunStep(step, runs.present(run, step)),
          ...findingsOf(kind, step),
          pictures: (pictures.get(step.stepId) ?? []).map(({ attachmentId, name }) => ({ attachmentId, name })),
        },
      ]),
    );
  };
  return { marksOf, show };
}

const identityOf = (kind: RunKind, step: StoredStep): string =>
  kind.identity?.(step) ?? JSON.stringify([step.groupId, step.sourceId, step.title]);

const findingsOf = (kind: RunKind, step: StoredStep & { detail: unknown }): StepFindings =>
  kind.findings?.(step) ?? { path: [], values: [] };

const digestOf = (kind: RunKind, step: StoredStep & { detail: unknown }): string => {
  const { values } = findingsOf(kind, step);
  return values.length === 0 ? '' : createHash('sha256').update(JSON.stringify(values)).digest('base64');
};
