import type { UnitRecording } from '@touchstone/contracts/test-repository';
import { AppError } from '@touchstone/kernel';
import { createTickets } from '../../../platform/files/tickets.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type RunsDoor, toRunAttachment } from '../../runs/index.ts';
import type { UserManagement } from '../../user-management/index.ts';
import type { Actor } from '../../workspaces/index.ts';
import { webTestingErrors } from '../errors.ts';
import { type UnitRecordingRow, unitRecordingsStore } from '../store/unit-recordings.store.ts';

/** How long a trace address is valid, in milliseconds. */
const traceValidMs = 1_800_000;

/** createUnitRecordings stores the recordings of the parts of runs, and lets the trace viewer read a trace. */
export function createUnitRecordings({
  platform,
  runs,
  users,
  kind,
}: {
  platform: Pick<Platform, 'database' | 'secrets' | 'clock'>;
  runs: Pick<RunsDoor, 'open' | 'listAttachments' | 'openAttachment' | 'openFile'>;
  users: Pick<UserManagement, 'isActiveOrganization'>;
  kind: string;
}) {
  const { sql } = platform.database;
  const tickets = createTickets<{ organizationId: string; runId: string; attachmentId: string }>(platform, {
    place: 'web_testing.trace',
    validMs: traceValidMs,
    refused: webTestingErrors.traceRefused,
  });
  return {
    put: (row: UnitRecordingRow): Promise<void> => unitRecordingsStore.put(sql, row),
    forget: (runIds: readonly string[]): Promise<void> => unitRecordingsStore.delete(sql, runIds),
    /** The recordings of a run the caller may open. */
    async list(caller: Actor, runId: string): Promise<UnitRecording[]> {
      const rows = await unitRecordingsStore.list(sql, runId);
      if (rows.length === 0) return [];
      const { content } = await runs.listAttachments(caller, runId);
      const files = new Map(content.map((file) => [file.attachmentId, toRunAttachment(file)]));
      const fileOf = (id: string | null) => (id === null ? null : (files.get(id) ?? null));
      return rows.toSorted(inPlan).map(({ unit, startedAt, trace, network, film, notes }) => ({
        unit,
        startedAt: startedAt.toISOString(),
        trace: fileOf(trace),
        network: fileOf(network),
        film: fileOf(film),
        notes,
      }));
    },
    /**
     * A token with which the trace of a part can be read without a session for some minutes, as the trace viewer does.
     */
    async traceToken(caller: Actor, runId: string, unit: string): Promise<string> {
      const run = await runs.open(caller, runId, 'view');
      if (run.kind !== kind) throw new AppError(webTestingErrors.notOfWebTesting);
      const attachmentId = (await unitRecordingsStore.find(sql, runId, unit))?.trace ?? null;
      if (attachmentId === null) throw new AppError(webTestingErrors.noTrace);
      return tickets.write({ organizationId: run.organizationId, runId, attachmentId }).token;
    },
    /** The trace of a token; throws if the token is invalid or has expired, or the organization is deactivated. */
    async readTrace(token: string) {
      const { organizationId, runId, attachmentId } = tickets.read(token);
      if (!(await users.isActiveOrganization(organizationId))) throw new AppError(webTestingErrors.traceRefused);
      return runs.openFile(organizationId, runId, attachmentId);
    },
  };
}
/** UnitRecordings stores the recordings of the parts of runs. */
export type UnitRecordings = ReturnType<typeof createUnitRecordings>;

const byKey = new Intl.Collator('en', { numeric: true });
const inPlan = (a: UnitRecordingRow, b: UnitRecordingRow): number => byKey.compare(a.unit, b.unit);
