import type { Platform } from '../../../../platform/platform.ts';
import type { RunsDoor } from '../../../runs/index.ts';
import { type BaselinePlace, baselinesStore } from '../../store/baselines.store.ts';
import type { KeepBaseline } from './keep-baseline.ts';

/** A script in one target of a run, whose steps compare pictures. */
export interface RunPlace extends Omit<BaselinePlace, 'name'> {
  runId: string;
}

/** createRunBaselines provides runs with the pictures to compare with, and stores the first one of each name. */
export function createRunBaselines({
  platform,
  runs,
  keep,
}: {
  platform: Platform;
  runs: Pick<RunsDoor, 'listByIds'>;
  keep: KeepBaseline;
}) {
  const { database, files } = platform;
  return ({ runId, ...script }: RunPlace) => {
    const find = async (name: string) => {
      const row = await baselinesStore.findAt(database.sql, { ...script, name });
      if (!row) return undefined;
      const { stream } = await files.open(script.organizationId, row.current.contentId);
      return { version: row.currentVersion, bytes: Buffer.concat(await stream.toArray()) };
    };
    return {
      find,
      async keep(name: string, picture: { bytes: Uint8Array; width: number; height: number }) {
        const [run] = await runs.listByIds(script.organizationId, [runId]);
        const acceptedByName = run?.createdByName ?? '';
        const isOwn = await keep.first({ ...script, name }, { ...picture, acceptedByName, isReviewed: false, runId });
        if (isOwn) return { version: 1, bytes: picture.bytes, isOwn };
        const other = await find(name);
        if (!other) throw new Error(`The baseline "${name}" was deleted during the run. Run the script again.`);
        return { ...other, isOwn };
      },
    };
  };
}
