import { journalRoutes } from '@touchstone/contracts/service-virtualization';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { ShowJournal } from '../app/journal/journal.ts';
import type { ProposeAsset } from '../app/journal/propose-asset.ts';
import type { VerifyJournal } from '../app/journal/verify-journal.ts';

interface Parts {
  journal: ShowJournal;
  verify: VerifyJournal;
  propose: ProposeAsset;
}

export function addJournalRoutes(registrar: Registrar, { journal, verify, propose }: Parts): void {
  const routes = journalRoutes;
  registrar.add(routes.listJournal, ({ caller, params, query: { page, size, ...filter } }) =>
    journal.list(caller, params.id, filter, { page, size }),
  );
  registrar.add(routes.getJournalEntry, ({ caller, params }) => journal.view(caller, params.id));
  registrar.add(routes.clearJournal, async ({ caller, params }) => {
    await journal.clear(caller, params.id);
    return { message: 'Cleared' };
  });
  registrar.add(routes.listUnmatched, ({ caller, params, query }) => journal.unmatched(caller, params.id, query));
  registrar.add(routes.verifyJournal, ({ caller, params, body }) => verify(caller, params.id, body));
  registrar.add(routes.proposeAsset, ({ caller, params, body }) => propose(caller, params.id, body.assetId));
}
