import type { Readable } from 'node:stream';
import type { Baseline, ComparedPicture } from '@touchstone/contracts/test-repository';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Run, RunsDoor } from '../../../runs/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { repositoryErrors } from '../../errors.ts';
import { type BaselinePlace, baselinesStore, type ListedBaseline } from '../../store/baselines.store.ts';
import type { Open } from '../open.ts';
import { toBaseline } from './baselines.ts';
import { hashOf, type KeepBaseline } from './keep-baseline.ts';

const bytesOf = async ({ stream }: { stream: Readable }): Promise<Buffer> => Buffer.concat(await stream.toArray());

/** Width and height of a PNG picture, read from its header. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

interface StepPicture {
  run: Run;
  place: BaselinePlace;
  /** Attachment with the step's picture; null if it has none. */
  actual: string | null;
}

/** createStepBaselines accepts pictures of steps of runs as baselines. */
export function createStepBaselines({
  platform,
  runs,
  open,
  keep,
}: {
  platform: Platform;
  runs: Pick<RunsDoor, 'open' | 'getStep' | 'openAttachment'>;
  open: Open;
  keep: KeepBaseline;
}) {
  const { sql } = platform.database;
  const pictureOf = async (
    caller: Actor,
    runId: string,
    stepId: string,
    need: 'view' | 'edit',
  ): Promise<StepPicture> => {
    const run = await runs.open(caller, runId, need);
    const { projectId, organizationId } = run;
    await open.project(caller, projectId, need);
    const step = await runs.getStep(runId, stepId);
    const picture = (step.detail as { picture?: ComparedPicture | null } | null)?.picture;
    if (!picture || step.groupId === null) throw new AppError(repositoryErrors.stepWithoutPicture);
    const { name, target, actual } = picture;
    return { run, place: { organizationId, projectId, scriptId: step.groupId, name, target }, actual };
  };
  const read = async (caller: Actor, { runId }: Run, attachmentId: string): Promise<Buffer> =>
    bytesOf(await runs.openAttachment(caller, runId, attachmentId));
  return {
    /** The current baseline of a step, and whether it is the step's picture. */
    async find(
      caller: Actor,
      runId: string,
      stepId: string,
    ): Promise<{ baseline: Baseline | null; isCurrent: boolean }> {
      const { run, place, actual } = await pictureOf(caller, runId, stepId, 'view');
      const row = await baselinesStore.findAt(sql, place);
      if (!row) return { baseline: null, isCurrent: false };
      const isCurrent = actual !== null && hashOf(await read(caller, run, actual)) === row.current.hash;
      return { baseline: toBaseline(row), isCurrent };
    },
    async accept(
      caller: Actor,
      { runId, stepId, currentVersion }: { runId: string; stepId: string; currentVersion: number | null },
    ): Promise<Baseline> {
      const { run, place, actual } = await pictureOf(caller, runId, stepId, 'edit');
      if (actual === null) throw new AppError(repositoryErrors.stepWithoutPicture);
      const bytes = await read(caller, run, actual);
      const picture = { bytes, ...sizeOf(bytes), acceptedByName: caller.name, isReviewed: true, runId };
      await keep.next(place, picture, currentVersion);
      const row = (await baselinesStore.findAt(sql, place)) as ListedBaseline;
      const detail = { name: row.name, version: row.currentVersion };
      await platform.audit(caller, { action: 'baseline.accepted', target: row.id, detail });
      return toBaseline(row);
    },
  };
}
/** StepBaselines accepts pictures of steps of runs as baselines. */
export type StepBaselines = ReturnType<typeof createStepBaselines>;
