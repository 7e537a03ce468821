import { statusPageRoutes } from '@touchstone/contracts/api-monitoring';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Notices } from '../app/pages/notices.ts';
import type { Pages } from '../app/pages/pages.ts';

const deleted = { message: 'Deleted' };

export function addPageRoutes(registrar: Registrar, { pages, notices }: { pages: Pages; notices: Notices }): void {
  const routes = statusPageRoutes;
  registrar.add(routes.listPages, ({ caller, query: { projectId, ...page } }) => pages.list(caller, projectId, page));
  registrar.add(routes.getPage, ({ caller, params }) => pages.view(caller, params.id));
  registrar.add(routes.createPage, ({ caller, body }) => pages.create(caller, body));
  registrar.add(routes.updatePage, ({ caller, params, body }) => pages.update(caller, params.id, body));
  registrar.add(routes.deletePage, async ({ caller, params }) => {
    await pages.delete(caller, params.id);
    return deleted;
  });
  registrar.add(routes.listNotices, ({ caller, params, query }) => notices.list(caller, params.id, query));
  registrar.add(routes.createNotice, ({ caller, params, body }) => notices.create(caller, params.id, body));
  registrar.add(routes.updateNotice, ({ caller, params, body }) => notices.update(caller, params.id, body));
  registrar.add(routes.deleteNotice, async ({ caller, params }) => {
    await notices.delete(caller, params.id);
    return deleted;
  });
  registrar.add(routes.listSubscribers, ({ caller, params, query }) => notices.subscribers(caller, params.id, query));
  registrar.add(routes.deleteSubscriber, async ({ caller, params }) => {
    await notices.removeSubscriber(caller, params.id);
    return deleted;
  });
}
