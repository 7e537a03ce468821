import type { Platform } from '../../../../platform/platform.ts';
import { sessionOptions } from '../../../workspaces/index.ts';
import { settingsOf } from '../../domain/mock-settings.ts';
import { assetsStore } from '../../store/assets.store.ts';
import { type DriftCheckRow, type DriftFindingRow, driftStore, presenceOf } from '../../store/drift.store.ts';
import { mocksStore } from '../../store/mocks.store.ts';
import type { ReadMock } from '../hosting/read-mock.ts';
import { type Comparison, createCompareAsset } from './compare-asset.ts';

export const driftQueue = 'service-virtualization.drift';
const watchQueue = 'service-virtualization.drift-watch';
/** The sealing context of a check's headers. */
export const placeOfHeaders = (checkId: string): string => `service_virtualization.drift_check.headers:${checkId}`;
/** A job works this long and then hands over to a new one, so that no job is taken for dead. */
const sliceMs = 45_000;
/** Assets compared together; a cancelled check ends after the current batch. */
const atOnce = 8;

/**
 * addDriftJob adds the job that compares the assets of a check. Findings survive the death of a process, and another
 * process continues.
 */
export function addDriftJob({ platform, read }: { platform: Platform; read: ReadMock }): void {
  const { database, jobs, clock, secrets, log, notifier } = platform;
  const compareAsset = createCompareAsset(platform);

  const comparisonOf = async (check: DriftCheckRow): Promise<Comparison> => {
    const { organizationId, projectId, headers } = check;
    const [surroundings, mock] = await Promise.all([
      read.surroundings({ organizationId, projectId }),
      mocksStore.findById(database.sql, projectId),
    ]);
    const { addressPolicy } = sessionOptions(platform, { organizationId, projectId: undefined });
    return {
      check,
      headers: headers === null ? [] : (JSON.parse(secrets.open(headers, placeOfHeaders(check.id))) as []),
      surroundings,
      policy: addressPolicy,
      acceptsAnyCertificate: settingsOf(mock?.settings ?? {}).acceptsAnyCertificate,
    };
  };
  /** Steps of a scenario are requested sequentially, in their order. */
  const compareAll = async (findings: readonly DriftFindingRow[], comparison: Comparison): Promise<void> => {
    const ids = findings.map(({ assetId }) => assetId);
    const rows = await assetsStore.listByIds(database.sql, comparison.check.projectId, ids);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const groups = Map.groupBy(findings, ({ id, assetId }) => byId.get(assetId)?.scenarioName ?? id);
    await Promise.all(
      [...groups.values()].map(async (group) => {
        for (const { id, assetId } of group)
          await driftStore.setFinding(database.sql, id, await compareAsset(byId.get(assetId), comparison));
      }),
    );
  };
  const work = async (check: DriftCheckRow): Promise<'done' | 'more'> => {
    const comparison = await comparisonOf(check);
    const untilMs = clock.monotonicMs() + sliceMs;
    while (clock.monotonicMs() < untilMs) {
      if (!(await driftStore.running(database.sql, check.id))) return 'done';
      const waiting = await driftStore.waiting(database.sql, check.id, atOnce);
      if (waiting.length === 0) {
        await driftStore.end(database.sql, check.id, { status: 'finished', finishedAt: clock.now() });
        return 'done';
      }
      await compareAll(waiting, comparison);
    }
    return 'more';
  };

  jobs.handle(driftQueue, async ({ checkId }: { checkId: string }) => {
    const check = await driftStore.running(database.sql, checkId);
    if (!check || !(await driftStore.abandoned(database.sql)).includes(checkId)) return;
    const withdraw = await notifier.declare(presenceOf(checkId));
    try {
      const outcome = await work(check);
      withdraw();
      if (outcome === 'more') await jobs.send(driftQueue, { checkId });
    } catch (error) {
      log.error({ err: error, checkId }, 'a drift check failed');
      const message = 'The check could not be carried out. Try again; the log of the server has the reason.';
      await driftStore.end(database.sql, checkId, { status: 'failed', message, finishedAt: clock.now() });
    } finally {
      withdraw();
    }
  });
  // The queue treats the job of a killed process as active for five minutes; this job resumes its check within a
  // minute.
  jobs.handle(watchQueue, async () => {
    for (const checkId of await driftStore.abandoned(database.sql)) await jobs.send(driftQueue, { checkId });
  });
  jobs.schedule(watchQueue, '* * * * *');
}
