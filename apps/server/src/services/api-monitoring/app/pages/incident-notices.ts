import type { NoticeState } from '@touchstone/contracts/api-monitoring';
import { newId } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { UserManagement } from '../../../user-management/index.ts';
import { type AutomaticNotice, automaticNotice } from '../../domain/pages/automatic-notice.ts';
import { type NoticeRow, noticesStore, type PageRow, pagesStore } from '../../store/pages.store.ts';
import type { IncidentTransition, OnTransition } from '../incidents/transitions.ts';
import type { Subscriptions } from './subscriptions.ts';

const author = 'Touchstone';
const atOnce = 100;

/**
 * createIncidentNotices writes notices of incidents on the status pages that show them and accept subscribers, in the
 * transaction of the change: a notification exists if and only if the change does.
 */
export function createIncidentNotices(): OnTransition {
  const tell = async (sql: Sql, noticeId: string, at: Date, told: { state: NoticeState; text: string }) =>
    noticesStore.addUpdate(sql, { id: newId(), noticeId, at, ...told, byName: author, isUntold: true });

  const begin = async (sql: Sql, page: PageRow, transition: IncidentTransition): Promise<void> => {
    const { incident, at } = transition;
    const { text, state, ...shown } = noticeOf(page, transition);
    const notice = await noticesStore.insert(sql, {
      id: newId(),
      pageId: page.id,
      ...shown,
      state,
      monitorIds: [incident.monitorId],
      incidentId: incident.id,
      isAutomatic: true,
      startedAt: incident.openedAt,
      resolvedAt: null,
    });
    await tell(sql, notice.id, at, { state, text });
  };
  const goOn = async (sql: Sql, notice: NoticeRow, page: PageRow, transition: IncidentTransition): Promise<void> => {
    const { text, state, ...shown } = noticeOf(page, transition);
    const isOver = transition.event === 'closed';
    // A state set by a user stays until the incident has ended.
    const next = isOver || notice.state === 'resolved' ? state : notice.state;
    await noticesStore.change(sql, notice.id, { ...shown, state: next, resolvedAt: isOver ? transition.at : null });
    await tell(sql, notice.id, transition.at, { state: next, text });
  };

  return async function incidentNotices(sql, transition) {
    const { event, incident, monitor } = transition;
    if (event === 'acknowledged') return;
    if (event === 'opened') {
      for (const page of await pagesStore.telling(sql, monitor.projectId, monitor.id))
        await begin(sql, page, transition);
      return;
    }
    for (const notice of await noticesStore.automaticOf(sql, incident.id)) {
      // A user resolved it: subscribers already know.
      if (notice.state === 'resolved' && event === 'closed') continue;
      const page = await pagesStore.get(sql, notice.pageId);
      if (page) await goOn(sql, notice, page, transition);
    }
  };
}

const noticeOf = (page: PageRow, { event, incident }: IncidentTransition): AutomaticNotice => {
  const items = page.content.groups.flatMap((group) => group.items);
  const name = items.find(({ monitorId }) => monitorId === incident.monitorId)?.name ?? 'A system';
  return automaticNotice(name, incident.severity, event === 'closed');
};

/**
 * createOrderNoticeMails notifies subscribers of automatic updates through the queue; returns the number of updates.
 * Those of deactivated organizations wait.
 */
export const createOrderNoticeMails =
  ({
    platform: { database },
    users,
    subscriptions,
  }: {
    platform: Pick<Platform, 'database'>;
    users: Pick<UserManagement, 'listDeactivatedOrganizations'>;
    subscriptions: Pick<Subscriptions, 'order'>;
  }) =>
  async (): Promise<number> => {
    const except = await users.listDeactivatedOrganizations();
    return database.transaction(async (sql, client) => {
      const ids = await noticesStore.takeUntold(sql, { most: atOnce, except });
      for (const id of ids) await subscriptions.order(client, id);
      return ids.length;
    });
  };
