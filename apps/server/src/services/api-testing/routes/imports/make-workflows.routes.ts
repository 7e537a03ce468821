import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import type { Registrar } from '../../../../platform/http/registrar.ts';
import type { Workspaces } from '../../../workspaces/index.ts';
import type { Imports } from '../../app/imports/imports.ts';
import type { MakeWorkflows } from '../../app/imports/make-workflows.ts';
import { leaveSignal } from '../leave-signal.ts';
import { readUploads } from './read-uploads.ts';

const { importWorkflow, generateWorkflow, proposeLinks, makeWorkflow } = apiTestingRoutes;

export function addMakeWorkflowRoutes(
  registrar: Registrar,
  parts: { imports: Imports; makeWorkflows: MakeWorkflows; workspaces: Workspaces; uploadMb: number },
): void {
  const { imports, makeWorkflows, workspaces, uploadMb } = parts;
  for (const [route, isLinked] of [
    [importWorkflow, false],
    [generateWorkflow, true],
  ] as const)
    registrar.add(route, async ({ caller, query: { workflowName, ...query }, request, reply }) => {
      const { projectId } = query;
      await workspaces.open(caller, projectId, 'edit');
      const files = await readUploads(request, uploadMb);
      const { importId } = await imports.fromFiles(caller, { ...query, files, signal: leaveSignal(reply) });
      return makeWorkflows.makeOfDocument(caller, { projectId, importId, workflowName, isLinked });
    });
  registrar.add(proposeLinks, ({ caller, body }) => makeWorkflows.propose(caller, body));
  registrar.add(makeWorkflow, ({ caller, body }) => makeWorkflows.make(caller, body));
}
