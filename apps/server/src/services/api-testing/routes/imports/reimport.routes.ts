import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import type { Registrar } from '../../../../platform/http/registrar.ts';
import type { ImportSources } from '../../app/imports/import-sources.ts';
import type { Imports } from '../../app/imports/imports.ts';
import type { Reimport } from '../../app/imports/reimport.ts';
import type { SourceWatches } from '../../app/imports/source-watches.ts';
import { leaveSignal } from '../leave-signal.ts';

const calls = apiTestingRoutes;

export function addReimportRoutes(
  registrar: Registrar,
  {
    imports,
    reimport,
    sources,
    watches,
  }: { imports: Imports; reimport: Reimport; sources: ImportSources; watches: SourceWatches },
): void {
  registrar.add(calls.listImportSources, async ({ caller, query }) => ({
    content: await sources.list(caller, query.suiteId),
  }));
  registrar.add(calls.listLinkedSpecifications, ({ caller, query }) => watches.list(caller, query));
  registrar.add(calls.watchImportSource, ({ caller, body }) => watches.watch(caller, body));
  registrar.add(calls.followImportSource, ({ caller, body }) => watches.follow(caller, body));
  registrar.add(calls.checkImportSource, ({ caller, body }) => watches.checkNow(caller, body.sourceId));
  registrar.add(calls.refreshImportSource, ({ caller, body, reply }) =>
    imports.refresh(caller, body.sourceId, leaveSignal(reply)),
  );
  registrar.add(calls.reviewImport, ({ caller, body }) => reimport.review(caller, body));
  registrar.add(calls.mergeImport, ({ caller, body }) => reimport.merge(caller, body));
}
