import type { Page } from '@touchstone/contracts';
import type { DriftCheck, DriftFinding, DriftVerdict } from '@touchstone/contracts/service-virtualization';
import { AppError, newId } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { suitesBelow } from '../../domain/active-suites.ts';
import { askedMethod } from '../../domain/drift/request-of-stub.ts';
import { virtualizationErrors } from '../../errors.ts';
import { type AssetRow, assetsStore } from '../../store/assets.store.ts';
import { type DriftCheckRow, type DriftFindingRow, driftStore } from '../../store/drift.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import type { Open } from '../open.ts';
import type { Targets } from '../recordings/targets.ts';
import { driftQueue, placeOfHeaders } from './run-drift-check.ts';

interface Needs {
  platform: Platform;
  open: Open;
  targets: Targets;
}
interface Order {
  projectId: string;
  targetUrl: string;
  suiteId?: string | undefined;
  isSafeOnly: boolean;
  compares: 'values' | 'shape';
  headers: { name: string; value: string }[];
}
const maxKept = 20;
const maxAssets = 5000;

/** createDriftChecks starts, shows and cancels comparisons of assets with the real service. */
export function createDriftChecks({ platform, open, targets }: Needs) {
  const { database, clock, jobs, secrets } = platform;
  const { sql } = database;

  const find = async (caller: Actor, checkId: string, need: 'view' | 'edit'): Promise<DriftCheckRow> => {
    const row = await driftStore.find(sql, caller.organizationId, checkId);
    if (!row) throw new AppError(virtualizationErrors.checkNotFound);
    await open.project(caller, row.projectId, need);
    return row;
  };
  const store = async (caller: Actor, order: Order, rows: readonly AssetRow[]): Promise<DriftCheckRow> => {
    const { projectId, targetUrl, isSafeOnly, compares, headers } = order;
    const id = newId();
    const sealed = headers.length > 0 ? secrets.seal(JSON.stringify(headers), placeOfHeaders(id)) : null;
    const { organizationId, name: startedByName } = caller;
    const place = { id, organizationId, projectId, startedByName, startedAt: clock.now() };
    const check = { ...place, targetUrl, status: 'running' as const, isSafeOnly, compares, headers: sealed };
    const findings = rows.map((row, position) => ({
      id: newId(),
      checkId: id,
      position,
      assetId: row.id,
      assetName: row.name,
      method: row.content.form === 'stub' ? askedMethod(row.content.stub) : row.method,
      url: row.path,
      verdict: 'waiting' as const,
    }));
    return database.transaction(async (db, client) => {
      await driftStore.trim(db, projectId, maxKept - 1);
      const made = await driftStore.insert(db, check, findings);
      await jobs.send(driftQueue, { checkId: id }, client);
      return made;
    });
  };

  return {
    find,
    async start(caller: Actor, order: Order): Promise<DriftCheck> {
      const { projectId, suiteId, targetUrl } = order;
      targets.assert(await open.mock(caller, projectId, 'edit'), targetUrl);
      if (suiteId) await open.suiteOf(caller, projectId, suiteId);
      const rows = await stubsOf(sql, projectId, suiteId);
      const row = await store(caller, order, rows).catch((error: unknown) => {
        if (isUniqueViolation(error, 'drift_check_running')) throw new AppError(virtualizationErrors.checkUnderWay);
        throw error;
      });
      await platform.audit(caller, { action: 'mock.drift-check-started', target: projectId, detail: { targetUrl } });
      return showOne(row);
    },
    async list(caller: Actor, projectId: string, page: { page: number; size: number }): Promise<Page<DriftCheck>> {
      await open.project(caller, projectId, 'view');
      const { rows, totalElements } = await driftStore.list(sql, projectId, page);
      return { ...page, totalElements, content: await show(rows) };
    },
    async view(caller: Actor, checkId: string): Promise<DriftCheck> {
      return showOne(await find(caller, checkId, 'view'));
    },
    async findings(
      caller: Actor,
      checkId: string,
      filter: { verdict?: DriftVerdict | undefined; page: number; size: number },
    ): Promise<Page<DriftFinding>> {
      await find(caller, checkId, 'view');
      const { page, size } = filter;
      const { rows, totalElements } = await driftStore.findings(sql, checkId, filter);
      return { page, size, totalElements, content: rows.map(toFinding) };
    },
    async cancel(caller: Actor, checkId: string): Promise<DriftCheck> {
      const row = await find(caller, checkId, 'edit');
      const ended = await driftStore.end(sql, checkId, { status: 'cancelled', finishedAt: clock.now() });
      return showOne(ended ?? row);
    },
    async delete(caller: Actor, checkId: string): Promise<void> {
      await find(caller, checkId, 'edit');
      await driftStore.delete(sql, checkId);
    },
  };

  async function show(rows: readonly DriftCheckRow[]): Promise<DriftCheck[]> {
    const counts = await driftStore.counts(
      sql,
      rows.map(({ id }) => id),
    );
    return rows.map((row) =>
      toCheck(
        row,
        counts.filter(({ id }) => id === row.id),
      ),
    );
  }
  async function showOne(row: DriftCheckRow): Promise<DriftCheck> {
    return (await show([row]))[0] as DriftCheck;
  }
}
/** DriftChecks starts, shows and cancels comparisons of assets with the real service. */
export type DriftChecks = ReturnType<typeof createDriftChecks>;

/** The stubs of a project, or of a suite and its descendants. */
async function stubsOf(sql: Sql, projectId: string, suiteId: string | undefined): Promise<AssetRow[]> {
  const below = suiteId ? suitesBelow(await suitesStore.list(sql, projectId), suiteId) : undefined;
  const rows = (await assetsStore.listAll(sql, projectId, below)).filter(({ form }) => form === 'stub');
  if (rows.length === 0) throw new AppError(virtualizationErrors.nothingToCheck);
  if (rows.length > maxAssets) throw new AppError(virtualizationErrors.tooManyToCheck, { params: { most: maxAssets } });
  return rows;
}

function toCheck(row: DriftCheckRow, found: readonly { verdict: DriftVerdict; value: number }[]): DriftCheck {
  const counts = { waiting: 0, same: 0, changed: 0, unreachable: 0, skipped: 0 };
  for (const { verdict, value } of found) counts[verdict] = value;
  return {
    checkId: row.id,
    projectId: row.projectId,
    targetUrl: row.targetUrl,
    status: row.status,
    isSafeOnly: row.isSafeOnly,
    compares: row.compares,
    total: found.reduce((sum, { value }) => sum + value, 0),
    counts,
    message: row.message,
    startedAt: row.startedAt.toISOString(),
    startedByName: row.startedByName,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

const toFinding = ({ finding, isThere }: { finding: DriftFindingRow; isThere: boolean }): DriftFinding => ({
  findingId: finding.id,
  assetId: isThere ? finding.assetId : null,
  assetName: finding.assetName,
  method: finding.method,
  url: finding.url,
  verdict: finding.verdict,
  message: finding.message,
  differences: finding.differences,
  durationMs: finding.durationMs,
  canApply: isThere && finding.answer !== null && finding.appliedAt === null,
  appliedAt: finding.appliedAt?.toISOString() ?? null,
});
