import type { RecordingOptions } from '@touchstone/contracts/service-virtualization';
import type { RecordingOptions as WireMockOptions } from '@touchstone/engine-mock/core';
import { AppError, newId } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { virtualizationErrors } from '../../errors.ts';
import type { MockRow } from '../../store/mocks.store.ts';
import { type RecordingRow, recordingsStore } from '../../store/recordings.store.ts';
import type { Targets } from './targets.ts';

/** How many stopped recordings a project keeps, and for how long. */
const maxKept = 10;
const keptMs = 30 * 86_400_000;

/** createKeepRecordings starts and stops recordings in the database; callers must notify the mock. */
export function createKeepRecordings({ platform, targets }: { platform: Platform; targets: Targets }) {
  const { database, clock, jobs } = platform;
  jobs.handle('service-virtualization.recordings', () =>
    recordingsStore.deleteBefore(database.sql, new Date(clock.now().getTime() - keptMs)),
  );
  jobs.schedule('service-virtualization.recordings', '19 3 * * *');

  return {
    async start(
      mock: MockRow,
      given: { targetUrl: string; options: RecordingOptions; wiremock?: WireMockOptions; startedByName: string },
    ): Promise<RecordingRow> {
      const { id: projectId, organizationId } = mock;
      targets.assert(mock, given.targetUrl);
      const { sql } = database;
      try {
        await recordingsStore.trim(sql, projectId, maxKept - 1);
        return await recordingsStore.insert(sql, {
          id: newId(),
          organizationId,
          projectId,
          status: 'recording',
          startedAt: clock.now(),
          ...given,
        });
      } catch (error) {
        if (isUniqueViolation(error, 'recording_active')) throw new AppError(virtualizationErrors.alreadyRecording);
        throw error;
      }
    },
    async setStatus(row: RecordingRow, status: RecordingRow['status']): Promise<RecordingRow> {
      const stoppedAt = status === 'stopped' ? clock.now() : null;
      const changed = await recordingsStore.setStatus(database.sql, row.id, { status, stoppedAt });
      if (!changed) throw new AppError(virtualizationErrors.recordingEnded);
      return changed;
    },
  };
}
/** KeepRecordings starts and stops recordings. */
export type KeepRecordings = ReturnType<typeof createKeepRecordings>;
