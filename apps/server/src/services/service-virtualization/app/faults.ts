import type { MockFault } from '@touchstone/contracts/service-virtualization';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor } from '../../workspaces/index.ts';
import type { JsonObject } from '../domain/asset-content.ts';
import { faultStub } from '../domain/fault-stub.ts';
import { virtualizationErrors } from '../errors.ts';
import { type FaultRow, faultsStore } from '../store/faults.store.ts';
import type { MockHost } from './hosting/mock-host.ts';
import { patternReader } from './journal/verify-journal.ts';
import type { Open } from './open.ts';

interface Injected {
  /** The same for every attempt, so a repeated one finds the first. */
  id: string;
  projectId: string;
  /** The top-level run; the fault ends with it. */
  runId: string;
  name: string;
  stub: JsonObject;
  seconds: number;
}

/**
 * createFaults manages faults: stubs that temporarily take precedence over all assets, at most until their run ends.
 */
export function createFaults({ platform, open, host }: { platform: Platform; open: Open; host: MockHost }) {
  const { database, clock } = platform;

  return {
    async inject(caller: Actor, { seconds, ...fault }: Injected): Promise<FaultRow> {
      await open.project(caller, fault.projectId, 'edit');
      const { problems } = patternReader.put(faultStub(fault));
      patternReader.remove(fault.id);
      if (problems.length > 0) throw new AppError(virtualizationErrors.invalidAsset, { details: problems });
      const createdAt = clock.now();
      const endsAt = new Date(createdAt.getTime() + seconds * 1000);
      const row = { ...fault, organizationId: caller.organizationId, createdAt, endsAt };
      await faultsStore.insert(database.sql, row);
      await host.changed(fault.projectId, { kind: 'faults' });
      return (await faultsStore.find(database.sql, fault.id)) ?? row;
    },
    async list(caller: Actor, projectId: string): Promise<MockFault[]> {
      await open.project(caller, projectId, 'view');
      const rows = await faultsStore.list(database.sql, projectId, clock.now());
      return rows.map(({ id, name, runId, createdAt, endsAt }) => ({
        faultId: id,
        name,
        runId,
        createdAt: createdAt.toISOString(),
        endsAt: endsAt.toISOString(),
      }));
    },
    /** Ends all faults of a mock, or those of one run; returns how many. */
    async end(caller: Actor, projectId: string, runId?: string): Promise<number> {
      await open.project(caller, projectId, 'edit');
      const count = await faultsStore.deleteOf(database.sql, projectId, runId);
      await host.changed(projectId, { kind: 'faults' });
      return count;
    },
    /** Ends the faults of a run that has ended. */
    async runEnded({ runId }: { runId: string }): Promise<void> {
      const projects = await faultsStore.deleteOfRun(database.sql, runId);
      for (const projectId of projects) await host.changed(projectId, { kind: 'faults' });
    },
  };
}
/** Faults manages faults injected by workflow runs. */
export type Faults = ReturnType<typeof createFaults>;
