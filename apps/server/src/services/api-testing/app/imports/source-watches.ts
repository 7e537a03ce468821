import { canRead, type Page } from '@touchstone/contracts';
import type { ImportSource, LinkedSpecification, WatchInterval } from '@touchstone/contracts/api-testing';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Notify } from '../../../notifications/index.ts';
import { actFor, type UserManagement } from '../../../user-management/index.ts';
import type { Actor, Workspaces } from '../../../workspaces/index.ts';
import { changesText, failuresTold, nextCheckAt } from '../../domain/imports/source-watch.ts';
import { apiTestingErrors } from '../../errors.ts';
import { importSourcesStore } from '../../store/import-sources.store.ts';
import { type LinkedFilter, type SourceWatchRow, sourceWatchesStore } from '../../store/source-watches.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import { type CheckOutcome, createCheckSource } from './check-source.ts';
import { type ImportSources, sourceOf } from './import-sources.ts';

/** Watched sources of a workspace. */
const mostWatched = 200;
/** One check takes at most so long; its claim outlives it. */
const checkMs = 120_000;
const claimMs = 180_000;
/** Checks of one process at a time. */
const atOnce = 2;
/** After so long the next turn goes on with what is due. */
const turnMs = 150_000;

interface Needs {
  platform: Platform;
  workspaces: Workspaces;
  sources: ImportSources;
  users: Pick<UserManagement, 'findUser' | 'visitOrganization'>;
  notify: Notify;
}

/** createSourceWatches checks the addresses that documents were imported from, and tells who follows them of changes. */
export function createSourceWatches({ platform, workspaces, sources, users, notify }: Needs) {
  const { clock, log } = platform;
  const { sql } = platform.database;
  const checkSource = createCheckSource({ platform, sources });

  const shown = async (actor: Actor, sourceId: string): Promise<ImportSource> => {
    const { suiteId } = await sources.find(actor, sourceId, 'view');
    const all = await sources.list(actor, suiteId);
    const source = all.find((one) => one.sourceId === sourceId);
    if (!source) throw new AppError(apiTestingErrors.importSourceNotFound);
    return source;
  };

  /** Of those who follow, those who may still open the workspace. */
  const followersOf = async ({ followers, organizationId, projectId, sourceId }: SourceWatchRow): Promise<string[]> => {
    const may = async (userId: string): Promise<boolean> => {
      const origin = { requestId: `watch-${sourceId}`, address: 'watch' };
      const person = await actFor(users, { userId, organizationId }, origin);
      if (!person) return false;
      const opening = workspaces.open({ ...person, workspaceAccess: canRead }, projectId, 'view');
      return opening.then(
        () => true,
        (error: unknown) => {
          if (error instanceof AppError && error.status < 500) return false;
          throw error;
        },
      );
    };
    const allowed: string[] = [];
    for (const userId of followers) if (await may(userId)) allowed.push(userId);
    return allowed;
  };

  const tell = async (watch: SourceWatchRow, title: string, text: string): Promise<void> => {
    const { organizationId, projectId, sourceId } = watch;
    await notify({
      organizationId,
      userIds: await followersOf(watch),
      kind: 'spec-changed',
      title,
      text,
      link: `/api-testing/linked-specifications?project=${projectId}&source=${sourceId}`,
      onceKey: `spec:${sourceId}:${watch.createdAt.getTime()}:${watch.told + 1}`,
    });
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
      if (isTold) await tell(watch, `${await nameOf(watch)} can't be checked`, problem);
      return void (await finish({ problem, ...(isTold && { told: watch.told + 1 }) }));
    }
    const { kind: _, title, ...found } = outcome;
    const isNew = found.changes !== null && found.documentHash !== watch.documentHash;
    if (isNew && found.changes) await tell(watch, `The spec of ${title} changed`, `${changesText(found.changes)}.`);
    await finish({ ...found, problem: null, ...(isNew && { told: watch.told + 1, changedAt: now }) });
  };

  const nameOf = async ({ organizationId, sourceId }: SourceWatchRow): Promise<string> => {
    const row = await importSourcesStore.find(sql, organizationId, sourceId);
    return row?.title || row?.name || 'A specification';
  };

  const check = async (watch: SourceWatchRow, claim: string, signal?: AbortSignal): Promise<void> => {
    const limit = AbortSignal.timeout(checkMs);
    const outcome = await checkSource(watch, signal ? AbortSignal.any([limit, signal]) : limit);
    await keep(watch, claim, outcome);
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

    async checkNow(actor: Actor, sourceId: string): Promise<ImportSource> {
      await sources.find(actor, sourceId, 'edit');
      if (!(await sourceWatchesStore.find(sql, sourceId))) throw new AppError(apiTestingErrors.sourceNotWatched);
      const claim = newId();
      const [watch] = await claimed(1, claim, sourceId);
      if (!watch) throw new AppError(apiTestingErrors.sourceBeingChecked);
      try {
        await check(watch, claim);
      } catch (error) {
        await sourceWatchesStore.finish(sql, { sourceId, claim }, {});
        throw error;
      }
      return shown(actor, sourceId);
    },

    /** Checks an address regularly, for the first time within a minute; null: no longer. */
    async watch(
      actor: Actor,
      { sourceId, everyMinutes }: { sourceId: string; everyMinutes: WatchInterval | null },
    ): Promise<ImportSource> {
      const row = await sources.find(actor, sourceId, 'edit');
      if (!row.isAddress) throw new AppError(apiTestingErrors.sourceHasNoAddress);
      const target = { action: 'import-source.watched', target: sourceId, detail: { everyMinutes } };
      if (everyMinutes === null) await sourceWatchesStore.delete(sql, sourceId);
      else await begin(actor, row, everyMinutes);
      await platform.audit(actor, target);
      return shown(actor, sourceId);
    },

    async follow(
      actor: Actor,
      { sourceId, isFollowed }: { sourceId: string; isFollowed: boolean },
    ): Promise<ImportSource> {
      await sources.find(actor, sourceId, 'view');
      if (!(await sourceWatchesStore.find(sql, sourceId))) throw new AppError(apiTestingErrors.sourceNotWatched);
      await sourceWatchesStore.follow(sql, sourceId, actor.userId, isFollowed);
      return shown(actor, sourceId);
    },

    async list(
      actor: Actor,
      { page, size, ...filter }: Omit<LinkedFilter, 'organizationId'> & { page: number; size: number },
    ): Promise<Page<LinkedSpecification>> {
      await workspaces.open(actor, filter.projectId, 'view');
      const wanted = { ...filter, organizationId: actor.organizationId };
      const { rows, totalElements } = await sourceWatchesStore.list(sql, wanted, { page, size });
      const content = rows.map(({ suiteName, ...row }) => ({ ...sourceOf(row, actor), suiteName }));
      return { content, totalElements, page, size };
    },
  };

  async function begin(
    actor: Actor,
    { id: sourceId, suiteId }: { id: string; suiteId: string },
    everyMinutes: WatchInterval,
  ): Promise<void> {
    const { organizationId, userId } = actor;
    const [suite] = await suitesStore.findMany(sql, organizationId, [suiteId]);
    if (!suite) throw new AppError(apiTestingErrors.suiteNotFound);
    const { projectId } = suite;
    const known = await sourceWatchesStore.find(sql, sourceId);
    if (!known && (await sourceWatchesStore.count(sql, projectId)) >= mostWatched)
      throw new AppError(apiTestingErrors.tooManyWatched, { params: { most: mostWatched } });
    const now = clock.now();
    await sourceWatchesStore.save(sql, {
      sourceId,
      organizationId,
      projectId,
      everyMinutes,
      createdBy: userId,
      followers: [userId],
      nextCheckAt: known ? nextCheckAt(known.checkedAt ?? now, { everyMinutes, failures: 0 }, Math.random()) : now,
    });
  }
}
export type SourceWatches = ReturnType<typeof createSourceWatches>;
