import { newId } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { changesText, failuresTold, nextCheckAt } from '../../domain/imports/source-watch.ts';
import { importSourcesStore } from '../../store/import-sources.store.ts';
import { type SourceWatchRow, sourceWatchesStore } from '../../store/source-watches.store.ts';
import { type CheckOutcome, createCheckSource } from './check-source.ts';
import type { ImportSources } from './import-sources.ts';
import { createTellFollowers, type TellNeeds } from './tell-followers.ts';

/** One check takes at most so long; its claim outlives it. */
const checkMs = 120_000;
const claimMs = 180_000;
/** Checks of one process at a time. */
const atOnce = 2;
/** After so long the next turn goes on with what is due. */
const turnMs = 150_000;

interface Needs extends TellNeeds {
  platform: Platform;
  sources: ImportSources;
}

/** createWatchChecks checks the addresses of watched sources, and tells who follows them of changes. */
export function createWatchChecks({ platform, sources, ...tell }: Needs) {
  const { clock, log } = platform;
  const { sql } = platform.database;
  const checkSource = createCheckSource({ platform, sources });
  const tellFollowers = createTellFollowers(tell);

  const nameOf = async ({ organizationId, sourceId }: SourceWatchRow): Promise<string> => {
    const row = await importSourcesStore.find(sql, organizationId, sourceId);
    return row?.title || row?.name || 'A specification';
  };

  /** People are told first, then the outcome is stored: a process that dies in between tells nobody twice and nothing goes untold. */
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
      const isTold = failures === failuresTold;
      if (isTold) await tellFollowers(watch, `${await nameOf(watch)} can't be checked`, problem);
      return void (await finish({ problem, ...(isTold && { told: watch.told + 1 }) }));
    }
    const { kind: _, title, ...found } = outcome;
    const isNew = found.changes !== null && found.documentHash !== watch.documentHash;
    if (isNew && found.changes)
      await tellFollowers(watch, `The spec of ${title} changed`, `${changesText(found.changes)}.`);
    await finish({ ...found, problem: null, ...(isNew && { told: watch.told + 1, changedAt: now }) });
  };

  const check = async (watch: SourceWatchRow, claim: string): Promise<void> => {
    // Specifications of a deleted workspace are not checked until it is restored.
    if (!(await tell.workspaces.findService(watch))) {
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
    /** Checks what is due. Any number of processes may: a watch that one of them checks is claimed. */
    async checkDue(): Promise<void> {
      const end = Date.now() + turnMs;
      const work = async () => {
        while (Date.now() < end) {
          const claim = newId();
          const [watch] = await claimed(1, claim);
          if (!watch) return;
          // A fault of the product's own; the claim ends by itself, and then it is tried again.
          await check(watch, claim).catch((error: unknown) =>
            log.warn({ err: error, source: watch.sourceId }, 'a watched specification could not be checked'),
          );
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
    },

    /** Checks one at once, due or not; false while it is being checked already. */
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
