import type { RecordingOptions } from '@touchstone/contracts/service-virtualization';
import { AdminError, type RecordingKeeper, type Stub } from '@touchstone/engine-mock';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { mocksStore } from '../../store/mocks.store.ts';
import { recordingsStore } from '../../store/recordings.store.ts';
import type { HostedRecording } from './hosted-recording.ts';
import type { KeepRecordings } from './keep-recordings.ts';
import type { PlanAssets } from './plan-assets.ts';

const byName = 'Admin API';

interface Needs {
  platform: Platform;
  keepRecordings: KeepRecordings;
  planAssets: PlanAssets;
}
/** A mock that is recorded through the admin API. */
interface Place {
  projectId: string;
  recording: Pick<HostedRecording, 'refresh'>;
}

/** createAdminRecordings lets WireMock clients record; the recordings are the same as in the UI. */
export function createAdminRecordings({ platform, keepRecordings, planAssets }: Needs) {
  const { sql } = platform.database;
  return (placeOf: () => Place): RecordingKeeper => ({
    async status() {
      const { rows } = await recordingsStore.list(sql, placeOf().projectId, { page: 0, size: 1 });
      const [last] = rows;
      if (last === undefined) return 'NeverStarted';
      return last.status === 'stopped' ? 'Stopped' : 'Recording';
    },
    async start(targetUrl, wiremock, isPartial) {
      const { projectId, recording } = placeOf();
      const mock = await mocksStore.findById(sql, projectId);
      if (!mock) throw new AdminError(404, 'This mock was deleted.');
      const options: RecordingOptions = {
        isPartial,
        methods: [],
        paths: [],
        exceptPaths: [],
        matchHeaders: Object.keys(wiremock.captureHeaders ?? {}),
        masksSecrets: wiremock.masksSecrets !== false,
      };
      await asAdmin(keepRecordings.start(mock, { targetUrl, options, wiremock, startedByName: byName }));
      await recording.refresh();
    },
    async stop() {
      const { projectId, recording } = placeOf();
      const row = await recordingsStore.active(sql, projectId);
      if (!row) throw new AdminError(400, 'Not currently recording.', { code: 30 });
      await asAdmin(keepRecordings.setStatus(row, 'stopped'));
      await recording.refresh();
      const repeats = row.wiremock?.repeatsAsScenarios === false ? 'first' : 'sequence';
      const { planned } = await planAssets.plan(row, { repeats });
      const stubs: Stub[] = [];
      for await (const made of planAssets.make(planned))
        for (const { name, content } of made)
          if (content.form === 'stub') stubs.push({ ...(content.stub as unknown as Stub), id: newId(), name });
      return stubs;
    },
  });
}
/** AdminRecordings lets WireMock clients record. */
export type AdminRecordings = ReturnType<typeof createAdminRecordings>;

/** Rethrows refusals in WireMock's format. */
async function asAdmin(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw error instanceof AppError && error.status < 500 ? new AdminError(422, error.message) : error;
  }
}
