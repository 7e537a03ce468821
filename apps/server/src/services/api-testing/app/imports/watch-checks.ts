import { newId } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { changesText, failuresBeforeNotice, nextCheckAt } from '../../domain/imports/source-watch.ts';
import { importSourcesStore } from '../../store/import-sources.store.ts';
import { type SourceWatchRow, sourceWatchesStore } from '../../store/source-watches.store.ts';
import { type CheckOutcome, createCheckSource } from './check-source.ts';
import type { ImportSources } from './import-sources.ts';
import { createNotifyFollowers, type NotifyNeeds } from './notify-followers.ts';

/** Time limit of one check; its claim lasts longer. */
const checkMs = 120_000;
const claimMs = 180_000;
/** Concurrent checks per process. */
const maxConcurrent = 2;
/** After this time, whatever is still due is left to the next run of the job. */
const turnMs = 150_000;

interface Needs extends NotifyNeeds {
  platform: Platform;
  sources: ImportSources;
}

/** createWatchChecks checks the addresses of watched sources and notifies their followers of changes. */
export function createWatchChecks({ platform, sources, ...notifyNeeds }: Needs) {
  const { clock, log } = platform;
  const { sql } = platform.database;
  const checkSource = createCheckSource({ platform, sources });
  const notifyFollowers = createNotifyFollowers(notifyNeeds);

  const nameOf = async ({ organizationId, sourceId }: SourceWatchRow): Promise<string> => {
    const row = await importSourcesStore.find(sql, organizationId, sourceId);
    return row?.title || row?.name || 'A specification';
  };

  /**
   * Followers are notified before the outcome is stored, so if the process dies in between, nothing goes unreported and
   * nothing is reported twice.
   */
  const keep = async (watch: SourceWatchRow, claim: string, outcome: CheckOutcome): Promise<void> => {
    if (outcome.kind === 'gone') return;
    const now = clock.now();
    const failures = outcome.kind === 'problem' ? watch.failures + 1 : 0;
    const always = { checkedAt: now, failures, nextCheckAt: nextCheckAt(now, { ...watch, failures }, Math.random()) };
    const finish = (values: Parameters<typeof sourceWatchesStore.finish>[2]) =>
      sourceWatchesStore.finish(sql, { sourceId: watch.sourceId, claim }, { ...always, ...values });
    if (outcome.kind === 'same') return void (await finish({ problem: null }));
    if (outcome.kind === 'problem') {
      const { problem } = outcome;
      const isDueNotice = failures === failuresBeforeNotice;
      if (isDueNotice) await notifyFollowers(watch, `${await nameOf(watch)} can't be checked`, problem);
      return void (await finish({ problem, ...(isDueNotice && { told: watch.told + 1 }) }));
    }
    const { kind: _, title, ...found } = outcome;
    const isNew = found.changes !== null && found.documentHash !== watch.documentHash;
    if (isNew && found.changes)
      await notifyFollowers(watch, `The spec of ${title} changed`, `${changesText(found.changes)}.`);
    await finish({ ...found, problem: null, ...(isNew && { told: watch.told + 1, changedAt: now }) });
  };

  const check = async (watch: SourceWatchRow, claim: string): Promise<void> => {
    // Specifications of a deleted workspace or a deactivated organization aren't checked until it is back.
    const isActive = await notifyNeeds.users.isActiveOrganization(watch.organizationId);
    if (!isActive || !(await notifyNeeds.workspaces.findService(watch))) {
      const next = { nextCheckAt: nextCheckAt(clock.now(), watch, Math.random()) };
      return void (await sourceWatchesStore.finish(sql, { sourceId: watch.sourceId, claim }, next));
    }
    await keep(watch, claim, await checkSource(watch, AbortSignal.timeout(checkMs)));
  };

  const claimed = (limit: number, claim: string, sourceId?: string) => {
    const now = clock.now();
    const until = new Date(now.getTime() + claimMs);
    return sourceWatchesStore.claim(sql, { now, until, claim, limit, ...(sourceId !== undefined && { sourceId }) });
  };

  return {
    /**
     * Checks everything that is due. Any number of processes may call this; each watch is claimed by the process that
     * checks it.
     */
    async checkDue(): Promise<void> {
      const end = Date.now() + turnMs;
      const work = async () => {
        while (Date.now() < end) {
          const claim = newId();
          const [watch] = await claimed(1, claim);
          if (!watch) return;
          // An internal error; the claim expires automatically, and then the check is retried.
          await check(watch, claim).catch((error: unknown) =>
            log.warn({ err: error, source: watch.sourceId }, 'a watched specification could not be checked'),
          );
        }
      };
      await Promise.all(Array.from({ length: maxConcurrent }, work));
    },

    /** Checks a source immediately, due or not; returns false if a check is already running. */
    async checkOne(sourceId: string): Promise<boolean> {
      const claim = newId();
      const [watch] = await claimed(1, claim, sourceId);
      if (!watch) return false;
      try {
        await check(watch, claim);
      } catch (error) {
        await sourceWatchesStore.finish(sql, { sourceId, claim }, {});
        throw error;
      }
      return true;
    },
  };
}
export type WatchChecks = ReturnType<typeof createWatchChecks>;
