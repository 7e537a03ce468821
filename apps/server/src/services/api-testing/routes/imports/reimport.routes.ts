import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import type { Registrar } from '../../../../platform/http/registrar.ts';
import type { ImportSources } from '../../app/imports/import-sources.ts';
import type { Imports } from '../../app/imports/imports.ts';
import type { Reimport } from '../../app/imports/reimport.ts';
import { leaveSignal } from '../leave-signal.ts';

const calls = apiTestingRoutes;

export function addReimportRoutes(
  registrar: Registrar,
  { imports, reimport, sources }: { imports: Imports; reimport: Reimport; sources: ImportSources },
): void {
  registrar.add(calls.listImportSources, async ({ caller, query }) => ({
    content: await sources.list(caller, query.suiteId),
  }));
  registrar.add(calls.refreshImportSource, ({ caller, body, reply }) =>
    imports.refresh(caller, body.sourceId, leaveSignal(reply)),
  );
  registrar.add(calls.reviewImport, ({ caller, body }) => reimport.review(caller, body));
  registrar.add(calls.mergeImport, ({ caller, body }) => reimport.merge(caller, body));
}
