import type { Platform } from '../../../platform/platform.ts';

/** checkpointPlace is what the state of a run is sealed for: it can be opened only as that run's own. */
export const checkpointPlace = (runId: string): string => `runs.run.checkpoint:${runId}`;

/** openCheckpoint gives the state that a run kept; undefined where it kept none. */
export const openCheckpoint = (
  { secrets }: Pick<Platform, 'secrets'>,
  runId: string,
  checkpoint: string | null | undefined,
): unknown => (checkpoint ? JSON.parse(secrets.open(checkpoint, checkpointPlace(runId))) : undefined);
