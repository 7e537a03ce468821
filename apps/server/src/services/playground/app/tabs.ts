import { type PlaygroundTab, playgroundTabLength, playgroundTabLimit } from '@touchstone/contracts/api-testing';
import { AppError } from '@touchstone/kernel';
import { assertRoom } from '../../../platform/database/assert-room.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor } from '../../workspaces/index.ts';
import { playgroundErrors } from '../errors.ts';
import { tabsStore } from '../store/tabs.store.ts';

const place = (userId: string, tabId: string) => `playground.tab.draft:${userId}:${tabId}`;

/** createTabs stores the open tabs of each user. */
export function createTabs({ platform: { database, secrets } }: { platform: Platform }) {
  return {
    async list(actor: Actor): Promise<PlaygroundTab[]> {
      const rows = await tabsStore.list(database.sql, actor);
      return rows.map(({ id, draft, updatedAt }) => ({
        tabId: id,
        draft: JSON.parse(secrets.open(draft, place(actor.userId, id))),
        updatedAt: updatedAt.toISOString(),
      }));
    },
    async save(actor: Actor, tabId: string, draft: PlaygroundTab['draft']): Promise<void> {
      const text = JSON.stringify(draft);
      if (text.length > playgroundTabLength) throw new AppError(playgroundErrors.tabTooLarge);
      const sealed = secrets.seal(text, place(actor.userId, tabId));
      const { organizationId, userId } = actor;
      const limit = {
        place: `tabs of ${userId} in ${organizationId}`,
        most: playgroundTabLimit,
        full: playgroundErrors.tooManyTabs,
      };
      await database.transaction(async (sql) => {
        await assertRoom(sql, limit, () => tabsStore.countOthers(sql, actor, tabId));
        await tabsStore.save(sql, actor, { id: tabId, draft: sealed });
      });
    },
    async close(actor: Actor, tabIds: readonly string[]): Promise<void> {
      await tabsStore.delete(database.sql, actor, tabIds);
    },
  };
}
export type Tabs = ReturnType<typeof createTabs>;
