import type { ProcessFlow } from '@touchstone/contracts/flows';
import { AppError } from '@touchstone/kernel';
import type { RunViewer } from '../../runs/index.ts';
import type { Workspaces } from '../../workspaces/index.ts';
import { chainOf } from '../domain/flow-document.ts';
import type { FlowNodeKind } from '../domain/flow-kind.ts';
import { flowErrors } from '../errors.ts';
import type { Flows } from './flows.ts';
import type { OpenFlow } from './open-flow.ts';
import type { ReferenceHomes } from './reference-homes.ts';
import type { ValidateDocument } from './validate-document.ts';

type Summary = Awaited<ReturnType<Flows['make']>>;
const toProcessFlow = ({ flowId, name, ...rest }: Summary): ProcessFlow => ({
  ...rest,
  processFlowId: flowId,
  processFlowName: name,
});

/** createProcessFlows presents workflows in the terms of API testing. */
export function createProcessFlows({
  flows,
  kinds,
  workspaces,
  homes,
  openFlow,
  validate,
}: {
  flows: Flows;
  kinds: ReadonlyMap<string, FlowNodeKind>;
  workspaces: Workspaces;
  homes: ReferenceHomes;
  openFlow: OpenFlow;
  validate: ValidateDocument;
}) {
  return {
    /** Creates a workflow that runs scripts one after another. */
    async create(
      caller: RunViewer,
      input: { projectId: string; processFlowName: string; description?: string | undefined; scriptIds: string[] },
    ): Promise<ProcessFlow> {
      const { projectId, processFlowName, description, scriptIds } = input;
      await workspaces.open(caller, projectId, 'edit');
      const kind = kinds.get('api-script');
      const homesById = kind && (await homes.of(caller, projectId, kind, scriptIds));
      const missing = new Set(scriptIds.filter((id) => !homesById?.has(id)));
      if (missing.size > 0) throw new AppError(flowErrors.scriptsMissing, { params: { count: missing.size } });
      const names = await kind?.paths?.namesOf(caller, scriptIds);
      const nameOf = (scriptId: string) => names?.get(scriptId)?.at(-1) ?? 'Script';
      const document = chainOf(scriptIds.map((scriptId) => ({ scriptId, name: nameOf(scriptId) })));
      return toProcessFlow(await flows.make(caller, { projectId, name: processFlowName, description }, document));
    },
    async list(
      caller: RunViewer,
      filter: { projectId: string; searchTerm?: string | undefined },
      page: { page: number; size: number },
    ) {
      const found = await flows.list(caller, filter, page);
      return { ...found, content: found.content.map(toProcessFlow) };
    },
    async detail(caller: RunViewer, flowId: string) {
      const [detail, { projectId, document }] = [
        await flows.get(caller, flowId),
        await openFlow(caller, flowId, 'view'),
      ];
      return { ...detail, faults: await validate(caller, projectId, document.flow) };
    },
    async count(caller: RunViewer, projectId: string): Promise<{ count: number }> {
      const { totalElements } = await flows.list(caller, { projectId }, { page: 0, size: 1 });
      return { count: totalElements };
    },
    async countNodes(caller: RunViewer, flowId: string): Promise<{ nodeCount: number }> {
      const row = await openFlow(caller, flowId, 'view').catch((error: unknown) => {
        throw error instanceof AppError && error.status === 404 ? new AppError(flowErrors.countFailed) : error;
      });
      return { nodeCount: row.nodeCount };
    },
  };
}
export type ProcessFlows = ReturnType<typeof createProcessFlows>;
