import type { AssetDraft } from '@touchstone/contracts/service-virtualization';
import { differencesOf, RequestView } from '@touchstone/engine-mock';
import { AppError } from '@touchstone/kernel';
import type { Actor } from '../../../workspaces/index.ts';
import { adjustedStub, stubForRequest } from '../../domain/journal/propose-stub.ts';
import { requestOfRow } from '../../domain/request-of-row.ts';
import { virtualizationErrors } from '../../errors.ts';
import type { JournalRow } from '../../store/journal.store.ts';
import type { MockHost } from '../hosting/mock-host.ts';
import type { Open } from '../open.ts';
import type { ShowJournal } from './journal.ts';

interface Proposal {
  draft: AssetDraft;
  assetId: string | null;
  revision: number | null;
  changes: string[];
}
interface Needs {
  open: Open;
  host: MockHost;
  journal: ShowJournal;
}

/**
 * createProposeAsset proposes an asset that would answer a call of the journal: a new one, or a near miss adjusted to
 * match.
 */
export function createProposeAsset({ open, host, journal }: Needs) {
  const differencesThere = host.operations.define(
    'journal.differences',
    ({ mock }, { assetId, request }: { assetId: string; request: JournalRow['detail']['request'] }) => {
      const compiled = mock.engine.index.get(assetId);
      const view = new RequestView(requestOfRow({ request }));
      return compiled ? differencesOf(compiled.matcher, view).filter(({ isMatch }) => !isMatch) : [];
    },
  );
  return async function proposeAsset(caller: Actor, entryId: string, assetId: string | undefined): Promise<Proposal> {
    const { projectId, detail } = await journal.openEntry(caller, entryId, 'view');
    if (assetId === undefined) {
      const { name, stub } = stubForRequest(detail.request);
      const draft: AssetDraft = { name, kind: 'static', tags: [], isEnabled: true, stub, resource: null };
      return { draft, assetId: null, revision: null, changes: [] };
    }
    const row = await open.asset(caller, assetId, 'view');
    if (row.projectId !== projectId || row.content.form !== 'stub')
      throw new AppError(virtualizationErrors.assetNotFound);
    const view = new RequestView(requestOfRow(detail));
    const differences = await differencesThere(projectId, { assetId, request: detail.request });
    const { stub, changes } = adjustedStub(row.content.stub, differences, view);
    const { name, kind, tags, isEnabled, revision } = row;
    return { draft: { name, kind, tags, isEnabled, stub, resource: null }, assetId, revision, changes };
  };
}
/** ProposeAsset proposes an asset that would answer a call. */
export type ProposeAsset = ReturnType<typeof createProposeAsset>;
