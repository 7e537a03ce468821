import type { ResponseDefinition } from '@touchstone/engine-mock/core';
import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { type AssetContent, factsOf, type JsonObject, kindOf } from '../../domain/asset-content.ts';
import { virtualizationErrors } from '../../errors.ts';
import { assetsStore } from '../../store/assets.store.ts';
import { type DriftFindingRow, driftStore } from '../../store/drift.store.ts';
import type { MockHost } from '../hosting/mock-host.ts';
import type { DriftChecks } from './drift-checks.ts';

interface Needs {
  platform: Platform;
  host: MockHost;
  checks: DriftChecks;
}
/** The parts of a response that a service's answer replaces; delays and everything else in the stub stay. */
const replaced = ['status', 'statusMessage', 'headers', 'body', 'jsonBody', 'base64Body', 'bodyFileName', 'events'];

/** createApplyDrift replaces the answers of assets with those of the service, each as a new version. */
export function createApplyDrift({ platform, host, checks }: Needs) {
  const { database, clock } = platform;

  /** Returns why it wasn't applied; undefined on success. */
  const applyOne = async (sql: Sql, caller: Actor, finding: DriftFindingRow): Promise<string | undefined> => {
    if (finding.appliedAt !== null) return 'This was applied already.';
    if (finding.answer === null) return 'This answer can’t become that of the asset: edit the asset.';
    const row = await assetsStore.lock(sql, finding.assetId);
    if (!row) return 'The asset was deleted.';
    if (row.revision !== finding.revision || row.content.form !== 'stub')
      return 'The asset was changed since the check. Check again.';
    const content = withAnswer(row.content, finding.answer);
    const kind = kindOf(content) === 'dynamic' ? 'dynamic' : row.kind;
    const values = { content, kind, ...factsOf(content) };
    await assetsStore.save(sql, row, values, { change: 'drift check', byName: caller.name });
    await driftStore.setFinding(sql, finding.id, { appliedAt: clock.now() });
    return undefined;
  };

  return async function applyDrift(
    caller: Actor,
    checkId: string,
    findingIds: readonly string[],
  ): Promise<{ applied: number; left: { findingId: string; reason: string }[] }> {
    const { projectId } = await checks.find(caller, checkId, 'edit');
    const left: { findingId: string; reason: string }[] = [];
    const ids = await database.transaction(async (sql) => {
      const found = await driftStore.findingsByIds(sql, checkId, findingIds);
      if (found.length < new Set(findingIds).size) throw new AppError(virtualizationErrors.findingNotFound);
      const applied: string[] = [];
      for (const finding of found) {
        const reason = await applyOne(sql, caller, finding);
        if (reason === undefined) applied.push(finding.assetId);
        else left.push({ findingId: finding.id, reason });
      }
      return applied;
    });
    if (ids.length > 0) await host.changed(projectId, { kind: 'assets', ids });
    const detail = { applied: ids.length };
    await platform.audit(caller, { action: 'mock.drift-applied', target: projectId, detail });
    return { applied: ids.length, left };
  };
}
/** ApplyDrift replaces the answers of assets with those of the service. */
export type ApplyDrift = ReturnType<typeof createApplyDrift>;

function withAnswer({ stub }: AssetContent & { form: 'stub' }, answer: ResponseDefinition): AssetContent {
  const before = (stub.response ?? {}) as JsonObject;
  const kept = Object.entries(before).filter(([name]) => !replaced.includes(name));
  return { form: 'stub', stub: { ...stub, response: { ...Object.fromEntries(kept), ...answer } } };
}
