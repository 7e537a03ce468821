import { flowRoutes } from '@touchstone/contracts/flows';
import { AppError } from '@touchstone/kernel';
import type { EventStreams } from '../../../platform/http/event-stream.ts';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Runs } from '../../runs/index.ts';
import type { Workspaces } from '../../workspaces/index.ts';
import type { FlowFiles } from '../app/flow-files.ts';
import type { Flows } from '../app/flows.ts';
import type { ReferenceHomes } from '../app/reference-homes.ts';
import type { CompareFlowRuns } from '../app/runs/compare-flow-runs.ts';
import type { FlowRuns } from '../app/runs/flow-runs.ts';
import type { ListFlowRuns } from '../app/runs/list-flow-runs.ts';
import type { RerunFlow } from '../app/runs/rerun-flow.ts';
import type { SummarizeFlow } from '../app/summarize-flow.ts';
import { type KindsFor, toFlowKind, type ValidateDocument } from '../app/validate-document.ts';
import type { Webhooks } from '../app/webhooks.ts';
import { parsed } from '../app/write-flows.ts';
import type { FlowNodeKind } from '../domain/flow-kind.ts';
import { flowRunKind } from '../domain/flow-run-plan.ts';
import { flowErrors } from '../errors.ts';

interface Parts {
  flows: Flows;
  flowRuns: FlowRuns;
  webhooks: Webhooks;
  compare: CompareFlowRuns;
  rerun: RerunFlow;
  files: FlowFiles;
  summarize: SummarizeFlow;
  streams: EventStreams;
  listFlowRuns: ListFlowRuns;
  kinds: ReadonlyMap<string, FlowNodeKind>;
  kindsFor: KindsFor;
  homes: ReferenceHomes;
  validate: ValidateDocument;
  runs: Runs;
  workspaces: Workspaces;
}

export function addFlowRoutes(registrar: Registrar, parts: Parts): void {
  const { flows, files } = parts;
  registrar.add(flowRoutes.listFlows, ({ caller, query: { page, size, ...filter } }) =>
    flows.list(caller, filter, { page, size }),
  );
  registrar.add(flowRoutes.createFlow, ({ caller, body }) => flows.create(caller, body));
  registrar.add(flowRoutes.getFlow, ({ caller, params }) => flows.get(caller, params.flowId));
  registrar.add(flowRoutes.saveFlow, ({ caller, params, body }) => flows.save(caller, params.flowId, body));
  registrar.add(flowRoutes.renameFlow, ({ caller, params, body }) => flows.rename(caller, params.flowId, body));
  registrar.add(flowRoutes.cloneFlow, ({ caller, params, body }) => flows.clone(caller, params.flowId, body.name));
  registrar.add(flowRoutes.deleteFlows, async ({ caller, query }) => {
    await flows.delete(caller, query.flowIds);
    return { message: 'Deleted' };
  });
  registrar.add(flowRoutes.summarizeFlow, async ({ caller, body, request, reply }) => {
    const pieces = await parts.summarize(caller, body.flowId);
    await parts.streams.serve(request, reply, async function* events(signal) {
      for await (const data of pieces(signal)) yield { event: 'text', data };
      yield { event: 'end', data: {} };
    });
    return reply;
  });
  registrar.add(flowRoutes.exportFlow, ({ caller, params }) => files.export(caller, params.flowId));
  registrar.add(flowRoutes.importFlow, ({ caller, body }) => files.import(caller, body));
  addDesignRoutes(registrar, parts);
  addRunRoutes(registrar, parts);
}

function addDesignRoutes(registrar: Registrar, { kinds, kindsFor, homes, validate, workspaces }: Parts): void {
  registrar.add(flowRoutes.validateFlow, async ({ caller, body: { projectId, document } }) => {
    await workspaces.open(caller, projectId, 'view');
    return { faults: await validate(caller, projectId, parsed(document).flow) };
  });
  registrar.add(flowRoutes.listFlowKinds, async ({ caller, query: { projectId } }) => {
    await workspaces.open(caller, projectId, 'view');
    return { kinds: (await kindsFor(caller)).map(toFlowKind) };
  });
  registrar.add(
    flowRoutes.getFlowPorts,
    async ({ caller, query: { projectId, kind: name, referenceId, environmentId } }) => {
      await workspaces.open(caller, projectId, 'view');
      const kind = kinds.get(name);
      if (!kind) throw new AppError(flowErrors.noSuchKind, { params: { kind: name } });
      const home = (await homes.of(caller, projectId, kind, [referenceId])).get(referenceId);
      if (home === undefined) throw new AppError(flowErrors.referenceMissing);
      const reference = { projectId: home, id: referenceId, ...(environmentId && { environmentId }) };
      return (await kind.portsOf?.(caller, reference)) ?? kind.ports ?? { inputs: [], outputs: [] };
    },
  );
}

function addRunRoutes(
  registrar: Registrar,
  { webhooks, flows, flowRuns, compare, rerun, listFlowRuns, runs }: Parts,
): void {
  registrar.add(flowRoutes.runFlow, async ({ caller, params: { flowId }, body: { label, commit, ...given } }) => {
    const { projectId } = await flows.get(caller, flowId);
    const origin = { label: label ?? null, commit: commit ?? null };
    const { runId } = await runs.start(
      caller,
      flowRunKind,
      { projectId, flowId, ...given } as { projectId: string },
      origin,
    );
    return { runId };
  });
  registrar.add(flowRoutes.listFlowRuns, ({ caller, query: { page, size, ...filter } }) =>
    listFlowRuns(caller, filter, { page, size }),
  );
  registrar.add(flowRoutes.getFlowRun, ({ caller, params }) => flowRuns.get(caller, params.runId));
  registrar.add(flowRoutes.compareFlowRuns, ({ caller, params, query }) => compare(caller, params.runId, query.with));
  registrar.add(flowRoutes.rerunFlow, ({ caller, params, body }) => rerun(caller, params.runId, body.fromNode));
  registrar.add(flowRoutes.callFlowWebhook, async ({ params, body }) => {
    await webhooks.call(params.token, body);
    return { message: 'Received' };
  });
  registrar.add(flowRoutes.signalFlowRun, async ({ caller, params, body }) => {
    await flowRuns.signal(caller, params.runId, body);
    return { message: body.outcome === 'approved' ? 'Approved' : 'Rejected' };
  });
}
