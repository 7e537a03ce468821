import { createHash, randomBytes } from 'node:crypto';
import type { Mock, MockSettings } from '@touchstone/contracts/service-virtualization';
import { AppError } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { settingProblems, settingsOf } from '../../domain/mock-settings.ts';
import { isIn } from '../../domain/port-range.ts';
import { virtualizationErrors } from '../../errors.ts';
import { assetsStore } from '../../store/assets.store.ts';
import { journalStore } from '../../store/journal.store.ts';
import { type MockRow, mocksStore } from '../../store/mocks.store.ts';
import type { CapacityOf } from '../capacity.ts';
import type { EnvironmentLinks } from '../environment-links.ts';
import type { HostedMock, MockHost } from '../hosting/mock-host.ts';
import type { Open } from '../open.ts';
import type { Addresses } from './addresses.ts';
import type { OwnPorts } from './own-ports.ts';

interface Needs {
  platform: Platform;
  open: Open;
  host: MockHost;
  addresses: Addresses;
  capacityOf: CapacityOf;
  links: Pick<EnvironmentLinks, 'moved'>;
  ownPorts: OwnPorts;
}
type Given<T> = { [Name in keyof T]?: T[Name] | undefined };

/** hashOfKey returns the stored hash of a key; the key is random enough for a plain hash. */
export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** createMocks manages the mock of a project: its address, switch, settings and key. */
export function createMocks({ platform, open, host, addresses, capacityOf, links, ownPorts }: Needs) {
  const { database } = platform;
  const resetThere = host.operations.define('mock.reset', reset);

  const show = async (row: MockRow): Promise<Mock> => {
    const { id, organizationId } = row;
    const { sql } = database;
    await host.flush(id);
    const [suites, assets, active, calls, used, capacity] = await Promise.all([
      mocksStore.countSuites(sql, [id]),
      mocksStore.countAssets(sql, [id]),
      mocksStore.countActive(sql, [id]),
      mocksStore.countCalls(sql, id),
      assetsStore.countEnabled(sql, organizationId),
      capacityOf(organizationId),
    ]);
    return {
      projectId: id,
      pathKey: row.pathKey,
      isEnabled: row.isEnabled,
      addresses: addresses.list(row),
      port: isIn(ownPorts.range, row.port) ? row.port : null,
      ports: ownPorts.range ?? null,
      adminUrl: addresses.admin(row),
      hasKey: row.keyHash !== null,
      keyCreatedAt: row.keyCreatedAt?.toISOString() ?? null,
      settings: settingsOf(row.settings),
      counts: { suites: suites.get(id) ?? 0, assets: assets.get(id) ?? 0, enabled: active.get(id) ?? 0, ...calls },
      limit: { used, most: capacity.limit },
    };
  };
  const change = async (row: MockRow, values: Parameters<typeof mocksStore.update>[2]): Promise<MockRow> => {
    const changed = await mocksStore.update(database.sql, row.id, values).catch((error: unknown) => {
      if (isUniqueViolation(error, 'project_path_key'))
        throw new AppError(virtualizationErrors.pathKeyTaken, { params: { key: values.pathKey ?? '' } });
      throw error;
    });
    if (!changed) throw new AppError(virtualizationErrors.projectNotFound);
    await host.changed(row.id, { kind: 'all' });
    return changed;
  };

  return {
    view: async (caller: Actor, projectId: string): Promise<Mock> => show(await open.mock(caller, projectId, 'view')),
    async update(
      caller: Actor,
      projectId: string,
      { pathKey, settings }: { pathKey?: string | undefined; settings?: Given<MockSettings> | undefined },
    ): Promise<Mock> {
      const row = await open.mock(caller, projectId, 'edit');
      const given = Object.fromEntries(Object.entries(settings ?? {}).filter(([, value]) => value !== undefined));
      const kept = { ...row.settings, ...given };
      const details = settingProblems(settingsOf(kept));
      if (details.length > 0) throw new AppError(virtualizationErrors.invalidSettings, { details });
      const changed = await change(row, { settings: kept, ...(pathKey !== undefined && { pathKey }) });
      if (changed.pathKey !== row.pathKey) await links.moved(caller, row, changed);
      const { journalLimit } = settingsOf(kept);
      if (journalLimit < settingsOf(row.settings).journalLimit) {
        await host.flush(projectId);
        await journalStore.trim(database.sql, projectId, journalLimit);
      }
      await platform.audit(caller, { action: 'mock.changed', target: projectId });
      return show(changed);
    },
    async toggle(caller: Actor, projectId: string, isEnabled: boolean): Promise<Mock> {
      const row = await open.mock(caller, projectId, 'edit');
      const changed = await change(row, { isEnabled });
      await platform.audit(caller, { action: isEnabled ? 'mock.switched-on' : 'mock.switched-off', target: projectId });
      return show(changed);
    },
    /** Assigns or removes a mock's own port. Calls in progress on it are still answered. */
    async switchPort(caller: Actor, projectId: string, isOn: boolean): Promise<Mock> {
      const row = await open.mock(caller, projectId, 'edit');
      const changed = isOn ? await ownPorts.give(row) : await ownPorts.take(row);
      if (changed.port === row.port) return show(row);
      await host.changed(projectId, { kind: 'all' });
      await ownPorts.follow();
      await links.moved(caller, row, changed);
      await platform.audit(caller, { action: isOn ? 'mock.port-given' : 'mock.port-taken', target: projectId });
      return show(changed);
    },
    /** Creates a new key, which is shown only once. */
    async renewKey(caller: Actor, projectId: string): Promise<{ key: string }> {
      const row = await open.mock(caller, projectId, 'edit');
      const key = `mock_${randomBytes(24).toString('base64url')}`;
      await change(row, { keyHash: hashOfKey(key), keyCreatedAt: platform.clock.now() });
      await platform.audit(caller, { action: 'mock.key-renewed', target: projectId });
      return { key };
    },
    async reset(caller: Actor, projectId: string, chosen: ResetChoice): Promise<void> {
      await open.mock(caller, projectId, 'edit');
      await resetThere(projectId, chosen);
      if (chosen.journal) await journalStore.clear(database.sql, projectId);
    },
  };
}
/** Mocks manages the mock of a project. */
export type Mocks = ReturnType<typeof createMocks>;

interface ResetChoice {
  state: boolean;
  records: boolean;
  journal: boolean;
}
async function reset({ mock, state, journal }: HostedMock, chosen: ResetChoice): Promise<void> {
  if (chosen.state) mock.engine.state.reset();
  if (chosen.records) for (const { resource } of mock.resources()) resource.reset();
  await state.settled();
  if (!chosen.journal) return;
  mock.engine.journal.clear();
  await journal.clear();
}
