import { apiTestingRoutes as calls } from '@touchstone/contracts/api-testing';
import type { Registrar } from '../../../../platform/http/registrar.ts';
import type { Trash } from '../../app/trash/trash.ts';

export function addTrashRoutes(registrar: Registrar, trash: Trash): void {
  registrar.add(calls.listDeleted, ({ caller, query: { page, size, ...filter } }) =>
    trash.list(caller, filter, { page, size }),
  );
  registrar.add(calls.restoreDeleted, async ({ caller, body }) => ({ restored: await trash.restore(caller, body) }));
  registrar.add(calls.deleteForGood, async ({ caller, query }) => {
    const count = await trash.deleteForGood(caller, query);
    return { message: count === 1 ? 'Deleted for good' : `${count} deleted for good` };
  });
}
