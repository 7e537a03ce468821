import type { Page } from '@touchstone/contracts';
import type { ProposedAsset } from '@touchstone/contracts/service-virtualization';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { kindOf } from '../../domain/asset-content.ts';
import { virtualizationErrors } from '../../errors.ts';
import { assetsStore } from '../../store/assets.store.ts';
import { type RecordingRow, recordingsStore } from '../../store/recordings.store.ts';
import { assertAssetRoom } from '../assets/asset-room.ts';
import { rowOf } from '../assets/write-assets.ts';
import type { CapacityOf } from '../capacity.ts';
import type { MockHost } from '../hosting/mock-host.ts';
import type { Open } from '../open.ts';
import { findSuite } from '../suites/find-suite.ts';
import type { PlanAssets, PlannedAsset } from './plan-assets.ts';
import type { Recordings } from './recordings.ts';

interface Needs {
  platform: Platform;
  open: Open;
  host: MockHost;
  recordings: Recordings;
  planAssets: PlanAssets;
  capacityOf: CapacityOf;
}
interface Choices {
  repeats: 'sequence' | 'first' | 'last';
  parameterises: boolean;
}
interface Saving extends Choices {
  leaveOut: string[];
  suiteId?: string | undefined;
  suiteName?: string | undefined;
  isEnabled: boolean;
}
const newSuite = 'Recorded';

/** createSaveRecording previews and creates the assets of a recording. */
export function createSaveRecording({ platform, open, host, recordings, planAssets, capacityOf }: Needs) {
  const { database, clock } = platform;
  const findStopped = async (caller: Actor, recordingId: string, need: 'view' | 'edit'): Promise<RecordingRow> => {
    const row = await recordings.find(caller, recordingId, need);
    if (row.status !== 'stopped') throw new AppError(virtualizationErrors.recordingUnderWay);
    return row;
  };

  return {
    async preview(
      caller: Actor,
      recordingId: string,
      { page, size, ...choices }: Choices & { page: number; size: number },
    ): Promise<Page<ProposedAsset> & { calls: number; scenarios: number }> {
      const row = await findStopped(caller, recordingId, 'view');
      const { planned, calls } = await planAssets.plan(row, choices);
      const content = planned.slice(page * size, (page + 1) * size).map(toProposed);
      const scenarios = planned.filter(({ scenario }) => scenario?.step === 1).length;
      return { content, totalElements: planned.length, page, size, calls, scenarios };
    },
    /** All assets or none. */
    async save(
      caller: Actor,
      recordingId: string,
      { leaveOut, suiteId: given, suiteName, isEnabled, ...choices }: Saving,
    ): Promise<{ suiteId: string; created: number; disabled: number }> {
      const row = await findStopped(caller, recordingId, 'edit');
      const { projectId, organizationId } = row;
      if (given) await open.suiteOf(caller, projectId, given);
      const left = new Set(leaveOut);
      const { planned } = await planAssets.plan(row, choices);
      const chosen = planned.filter(({ call }) => !left.has(call.id));
      if (chosen.length === 0) throw new AppError(virtualizationErrors.nothingRecorded);
      const capacity = await capacityOf(organizationId);
      const saved = await database.transaction(async (sql) => {
        const place = { organizationId, projectId, parentId: null, name: suiteName ?? newSuite };
        const suiteId = given ?? (await findSuite(sql, place));
        await assertAssetRoom(sql, projectId, chosen.length);
        const free = isEnabled ? ((await capacity.left(sql)) ?? chosen.length) : 0;
        let created = 0;
        for await (const made of planAssets.make(chosen)) {
          const rows = made.map(({ name, content }, index) =>
            rowOf({ name, kind: kindOf(content), tags: [], isEnabled: created + index < free }, content, {
              caller,
              projectId,
              suiteId,
            }),
          );
          await assetsStore.insert(sql, rows, 'recorded');
          created += rows.length;
        }
        await recordingsStore.setSaved(sql, recordingId, clock.now());
        return { suiteId, created, disabled: isEnabled ? Math.max(0, created - free) : 0 };
      });
      await host.changed(projectId, { kind: 'all' });
      const detail = { created: saved.created };
      await platform.audit(caller, { action: 'mock.recording-saved', target: projectId, detail });
      return saved;
    },
  };
}
/** SaveRecording creates the assets of a recording. */
export type SaveRecording = ReturnType<typeof createSaveRecording>;

function toProposed({ call, calls, scenario, isParameterised }: PlannedAsset): ProposedAsset {
  const path = isParameterised ? (call.templateAddress ?? call.url) : call.url;
  return {
    callId: call.id,
    name: `${call.method} ${path.split('?', 1)[0]}`.slice(0, 255),
    method: call.method,
    path,
    status: call.status,
    calls,
    sizeBytes: call.sizeBytes,
    step: scenario ? { scenario: scenario.name, step: scenario.step, of: scenario.of } : null,
    isParameterised,
  };
}
