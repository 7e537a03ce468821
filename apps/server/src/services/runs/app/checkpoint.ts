import type { Platform } from '../../../platform/platform.ts';

/** checkpointPlace returns the sealing context of a run's state: it can only be opened for the same run. */
export const checkpointPlace = (runId: string): string => `runs.run.checkpoint:${runId}`;

/** openCheckpoint opens the stored state of a run; undefined if there is none. */
export const openCheckpoint = (
  { secrets }: Pick<Platform, 'secrets'>,
  runId: string,
  checkpoint: string | null | undefined,
): unknown => (checkpoint ? JSON.parse(secrets.open(checkpoint, checkpointPlace(runId))) : undefined);
