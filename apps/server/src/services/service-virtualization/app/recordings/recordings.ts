import type { Page } from '@touchstone/contracts';
import type { MockRecording, RecordedCall, RecordingOptions } from '@touchstone/contracts/service-virtualization';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { virtualizationErrors } from '../../errors.ts';
import { type RecordingRow, recordingsStore } from '../../store/recordings.store.ts';
import type { MockHost } from '../hosting/mock-host.ts';
import type { Open } from '../open.ts';
import type { KeepRecordings } from './keep-recordings.ts';

interface Needs {
  platform: Platform;
  open: Open;
  host: MockHost;
  keepRecordings: KeepRecordings;
}

/** createRecordings starts, pauses, stops and lists recordings. */
export function createRecordings({ platform, open, host, keepRecordings }: Needs) {
  const { sql } = platform.database;

  const show = async (rows: readonly RecordingRow[]): Promise<MockRecording[]> => {
    const sizes = await recordingsStore.sizes(
      sql,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      recordingId: row.id,
      projectId: row.projectId,
      targetUrl: row.targetUrl,
      status: row.status,
      options: row.options,
      ...(sizes.get(row.id) ?? { count: 0, sizeBytes: 0 }),
      problem: row.problem,
      startedAt: row.startedAt.toISOString(),
      startedByName: row.startedByName,
      stoppedAt: row.stoppedAt?.toISOString() ?? null,
      savedAt: row.savedAt?.toISOString() ?? null,
    }));
  };
  const showOne = async (row: RecordingRow): Promise<MockRecording> => (await show([row]))[0] as MockRecording;
  const find = async (caller: Actor, recordingId: string, need: 'view' | 'edit'): Promise<RecordingRow> => {
    const row = await recordingsStore.find(sql, caller.organizationId, recordingId);
    if (!row) throw new AppError(virtualizationErrors.recordingNotFound);
    await open.project(caller, row.projectId, need);
    return row;
  };

  return {
    find,
    async list(caller: Actor, projectId: string, page: { page: number; size: number }): Promise<Page<MockRecording>> {
      await open.project(caller, projectId, 'view');
      const { rows, totalElements } = await recordingsStore.list(sql, projectId, page);
      return { ...page, totalElements, content: await show(rows) };
    },
    async view(caller: Actor, recordingId: string): Promise<MockRecording> {
      return showOne(await find(caller, recordingId, 'view'));
    },
    async start(
      caller: Actor,
      { projectId, targetUrl, ...options }: RecordingOptions & { projectId: string; targetUrl: string },
    ): Promise<MockRecording> {
      const mock = await open.mock(caller, projectId, 'edit');
      const row = await keepRecordings.start(mock, { targetUrl, options, startedByName: caller.name });
      await host.changed(projectId, { kind: 'all' });
      await platform.audit(caller, { action: 'mock.recording-started', target: projectId, detail: { targetUrl } });
      return showOne(row);
    },
    async setStatus(caller: Actor, recordingId: string, status: RecordingRow['status']): Promise<MockRecording> {
      const row = await find(caller, recordingId, 'edit');
      if (row.status === status) return showOne(row);
      const changed = await keepRecordings.setStatus(row, status);
      await host.changed(row.projectId, { kind: 'all' });
      if (status === 'stopped')
        await platform.audit(caller, { action: 'mock.recording-stopped', target: row.projectId });
      return showOne(changed);
    },
    async calls(caller: Actor, recordingId: string, page: { page: number; size: number }): Promise<Page<RecordedCall>> {
      await find(caller, recordingId, 'view');
      const { rows, totalElements } = await recordingsStore.listCalls(sql, recordingId, page);
      const content = rows.map(({ id, at, method, url, status, contentType, sizeBytes }) => ({
        callId: id,
        at: at.toISOString(),
        method,
        url,
        status,
        contentType,
        sizeBytes,
      }));
      return { ...page, totalElements, content };
    },
    async delete(caller: Actor, recordingId: string): Promise<void> {
      const row = await find(caller, recordingId, 'edit');
      if (row.status !== 'stopped') throw new AppError(virtualizationErrors.recordingUnderWay);
      await recordingsStore.delete(sql, recordingId);
    },
  };
}
/** Recordings starts, pauses, stops and lists recordings. */
export type Recordings = ReturnType<typeof createRecordings>;
