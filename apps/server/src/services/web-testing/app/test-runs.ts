import type { ReportFormat, RunAnswer } from '@touchstone/contracts/runs';
import type { ScriptStepResult, TestReport } from '@touchstone/contracts/test-repository';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import {
  type Attachment,
  type Run,
  type RunKind,
  type RunsDoor,
  type StoredStep,
  toRunAnswer,
  toRunAttachment,
} from '../../runs/index.ts';
import { shownHealing } from '../../test-repository/index.ts';
import type { Actor } from '../../workspaces/index.ts';
import { readPlan } from '../domain/script-plan.ts';
import { noDetail, type StepDetail } from '../domain/steps/step-detail.ts';
import { webTestingErrors } from '../errors.ts';
import type { UnitRecordings } from './unit-recordings.ts';

type Need = 'view' | 'edit';
type RunStatus = Run['status'];

/** createTestRuns shows runs of scripts, and stops, repeats and deletes them. */
export function createTestRuns({
  platform,
  runs,
  kind,
  recordings,
}: {
  platform: Platform;
  runs: RunsDoor;
  kind: RunKind;
  recordings: Pick<UnitRecordings, 'list'>;
}) {
  /** A run of this kind the caller may see or change. */
  const open = async (caller: Actor, runId: string, need: Need): Promise<Run> => {
    const run = await runs.open(caller, runId, need);
    if (run.kind !== kind.kind) throw new AppError(webTestingErrors.notOfWebTesting);
    return run;
  };
  /** Pictures of steps; reads nothing if no step has one. */
  const filesOf = async (
    caller: Actor,
    runId: string,
    steps: readonly StoredStep[],
  ): Promise<Map<string, Attachment[]>> => {
    const found = new Map<string, Attachment[]>();
    const shown = steps.filter(({ outcome }) => (outcome as { hasPicture?: boolean } | null)?.hasPicture);
    const ids = new Set(shown.map(({ stepId }) => stepId));
    if (ids.size === 0) return found;
    const { content } = await runs.listAttachments(caller, runId);
    for (const file of content)
      if (file.stepId !== null && ids.has(file.stepId))
        found.set(file.stepId, [...(found.get(file.stepId) ?? []), file]);
    return found;
  };

  return {
    async stop(caller: Actor, runId: string): Promise<void> {
      await open(caller, runId, 'edit');
      await runs.cancel(caller.organizationId, runId);
      await platform.audit(caller, { action: 'run.stopped', target: runId });
    },
    async retry(caller: Actor, runId: string): Promise<Run> {
      await open(caller, runId, 'edit');
      return runs.retry(caller.organizationId, runId, { onlyFailed: false, user: caller });
    },
    /** Deletes finished runs; returns how many. */
    async remove(caller: Actor, runIds: readonly string[]): Promise<number> {
      for (const runId of runIds) await open(caller, runId, 'edit');
      const deleted = await runs.delete(caller.organizationId, [...runIds]);
      await platform.audit(caller, { action: 'report.deleted', target: deleted.join(',') });
      return deleted.length;
    },
    async mail(caller: Actor, order: { runId: string; email: string; type: ReportFormat }): Promise<void> {
      await open(caller, order.runId, 'edit');
      await runs.mailReport(caller, order);
    },
    /** Earlier finished runs of the same scripts. */
    async earlier(caller: Actor, runId: string): Promise<{ runs: RunAnswer[] }> {
      const run = await open(caller, runId, 'view');
      return { runs: (await runs.listEarlier(run)).map((one) => toRunAnswer(one, kind)) };
    },
    async report(
      caller: Actor,
      { runId, status, page, size }: { runId: string; status?: RunStatus | undefined; page: number; size: number },
    ): Promise<TestReport> {
      const run = await open(caller, runId, 'view');
      const { organizationId } = caller;
      const plan = readPlan(await runs.planOf(organizationId, runId));
      const found = await runs.listSteps({ runId, ...(status && { status }) }, { page, size });
      const ids = found.content.map(({ stepId }) => stepId);
      const [details, files] = await Promise.all([runs.getSteps(runId, ids), filesOf(caller, runId, found.content)]);
      const detailOf = new Map(details.map(({ stepId, detail }) => [stepId, detail as StepDetail | null]));
      return {
        run: toRunAnswer(run, kind),
        targets: plan.targets,
        infrastructure: plan.infrastructure ?? null,
        environmentName: plan.environmentName,
        isDryRun: plan.isDryRun,
        scripts: plan.scripts.map(({ scriptId, name, moduleName }) => ({
          scriptUUID: scriptId,
          testScriptName: name,
          moduleName,
        })),
        steps: found.content.map((step) => ({
          ...toStep(step, runs.present(run, step)),
          ...noDetail,
          ...(step.summary as Partial<StepDetail> | null),
          ...shownDetail(detailOf.get(step.stepId)),
          attachments: (files.get(step.stepId) ?? []).map(toRunAttachment),
        })),
        recordings: (plan.recording ?? 'none') === 'none' ? [] : await recordings.list(caller, runId),
        totalElements: found.totalElements,
        page,
        size,
      };
    },
  };
}
/** TestRuns shows runs of scripts, and stops, repeats and deletes them. */
export type TestRuns = ReturnType<typeof createTestRuns>;

/** Element details are too large for a list. */
const shownDetail = (detail: StepDetail | null | undefined) =>
  detail?.healing ? { ...detail, healing: shownHealing(detail.healing) } : detail;

function toStep(
  { stepId, index, parentId, kind, status, message, durationMs, startedAt }: StoredStep,
  presented: Pick<ScriptStepResult, 'title' | 'subtitle' | 'badges'>,
): Omit<ScriptStepResult, keyof StepDetail | 'attachments'> {
  return {
    ...presented,
    stepId,
    index,
    parentId,
    kind,
    status,
    message,
    durationMs,
    isContainer: index < 0,
    startedAt: startedAt?.toISOString() ?? null,
  };
}
