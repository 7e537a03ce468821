import type { Page, Schema } from '@touchstone/contracts';
import type {
  ReportFormat,
  RunAnswer,
  RunAttachment,
  RunSections,
  RunStep,
  StepTrace,
} from '@touchstone/contracts/runs';
import { AppError } from '@touchstone/kernel';
import type { Run, RunOrigin } from '../domain/run.ts';
import { isSectionBlock, toRunAnswer, toRunAttachment, toRunStep } from '../domain/run-answer.ts';
import type { RunKind, RunViewer } from '../domain/run-kind.ts';
import type { FindStepTraces, TracedStep } from '../domain/step-traces.ts';
import { runErrors } from '../errors.ts';
import type { StepFilter } from '../store/steps.store.ts';
import type { RunNeeds } from './create-runs.ts';
import type { AssertMay } from './open-run.ts';
import type { Runs } from './runs.ts';

type PageRequest = { page: number; size: number };
type ListFilter = Parameters<Runs['list']>[0] & { projectId: string };

/**
 * createRunCalls returns the calls shared by runs of every kind: permission check, then the core operation, described
 * in the kind's terms.
 */
export function createRunCalls({
  platform,
  kinds,
  runs,
  assertMay,
  traces,
}: Pick<RunNeeds, 'platform' | 'kinds'> & { runs: Runs; assertMay: AssertMay; traces: readonly FindStepTraces[] }) {
  const kindOf = (name: string): RunKind => {
    const kind = kinds.get(name);
    if (!kind) throw new AppError(runErrors.notFound);
    return kind;
  };
  const toAnswer = (run: Run): RunAnswer => toRunAnswer(run, kindOf(run.kind));
  /** Of the requested kinds, those whose runs the caller may see in a project; throws if there are none. */
  const visibleKinds = async (caller: RunViewer, projectId: string, asked: string | undefined): Promise<string[]> => {
    const candidates = asked === undefined ? [...kinds.values()] : [kindOf(asked)];
    const refusals: AppError[] = [];
    const visible: string[] = [];
    for (const kind of candidates)
      await assertMay(caller, kind, projectId, 'view').then(
        () => visible.push(kind.kind),
        (error: unknown) => refusals.push(error instanceof AppError ? error : rethrow(error)),
      );
    if (visible.length === 0 && refusals[0]) throw refusals[0];
    return visible;
  };

  return {
    /** The schema of a kind's start input; undefined if it accepts anything. */
    inputOf: (kind: string): Schema | undefined => kinds.get(kind)?.input,
    async start(caller: RunViewer, kind: string, input: { projectId: string }, origin: RunOrigin): Promise<RunAnswer> {
      return toAnswer(await runs.start(caller, kind, input, origin));
    },
    async list(
      caller: RunViewer,
      { kind, ...filter }: Omit<ListFilter, 'organizationId' | 'kinds'> & { kind?: string | undefined },
      page: PageRequest,
    ): Promise<Page<RunAnswer>> {
      const visible = await visibleKinds(caller, filter.projectId, kind);
      const { organizationId } = caller;
      const { content, totalElements } = await runs.list({ ...filter, organizationId, kinds: visible }, page);
      return { content: content.map(toAnswer), totalElements, ...page };
    },
    async listKinds(caller: RunViewer, projectId: string): Promise<{ kinds: { kind: string; title: string }[] }> {
      const visible = await visibleKinds(caller, projectId, undefined);
      const offered = visible.map((kind) => ({ kind, title: kindOf(kind).title }));
      return { kinds: offered.sort((a, b) => a.title.localeCompare(b.title, 'en')) };
    },
    async get(caller: RunViewer, runId: string): Promise<RunAnswer> {
      return toAnswer(await runs.open(caller, runId));
    },
    async listSteps(caller: RunViewer, filter: StepFilter, page: PageRequest): Promise<Page<RunStep>> {
      const run = await runs.open(caller, filter.runId);
      const { content, totalElements } = await runs.listSteps(filter, page);
      return { content: content.map((step) => toRunStep(step, runs.present(run, step))), totalElements, ...page };
    },
    async listStepTraces(caller: RunViewer, step: TracedStep): Promise<StepTrace[]> {
      await runs.open(caller, step.runId);
      await runs.getStep(step.runId, step.stepId);
      return (await Promise.all(traces.map((find) => find(caller, step)))).flat();
    },
    async stop(caller: RunViewer, runId: string): Promise<void> {
      await runs.open(caller, runId, 'edit');
      await runs.cancel(caller.organizationId, runId);
      await platform.audit(caller, { action: 'run.stopped', target: runId });
    },
    async retry(caller: RunViewer, runId: string, onlyFailed: boolean): Promise<RunAnswer> {
      const run = await runs.open(caller, runId, 'edit');
      const again = await runs.retry(run.organizationId, runId, { onlyFailed, user: caller });
      await platform.audit(caller, { action: 'run.retried', target: again.runId, detail: { of: runId } });
      return toAnswer(again);
    },
    async delete(caller: RunViewer, runIds: string[]): Promise<number> {
      for (const runId of runIds) await runs.open(caller, runId, 'edit');
      const deleted = await runs.delete(caller.organizationId, runIds);
      await platform.audit(caller, { action: 'report.deleted', target: deleted.join(',') });
      return deleted.length;
    },
    async report(caller: RunViewer, runId: string, format: ReportFormat) {
      return runs.report(await runs.open(caller, runId), format);
    },
    mailReport: runs.mailReport,
    async sections(caller: RunViewer, runId: string): Promise<RunSections> {
      const document = await runs.document(await runs.open(caller, runId));
      const { facts, figures } = document.header;
      return { facts, ...(figures && { figures }), sections: document.sections.filter(isSectionBlock) };
    },
    async listAttachments(caller: RunViewer, runId: string, page: PageRequest): Promise<Page<RunAttachment>> {
      const { content, totalElements } = await runs.listAttachments(caller, runId, page);
      return { content: content.map(toRunAttachment), totalElements, ...page };
    },
    openAttachment: runs.openAttachment,
  };
}
export type RunCalls = ReturnType<typeof createRunCalls>;

function rethrow(error: unknown): never {
  throw error;
}
