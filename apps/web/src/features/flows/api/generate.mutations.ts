import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '@touchstone/contracts';
import { apiTestingRoutes, type ChainLink } from '@touchstone/contracts/api-testing';
import { api } from '../../../shared/api.ts';
import { flowKeys } from './flows.queries.ts';

/** Where a workflow's requests come from. */
export type ChainOrigin = { from: 'file'; files: File[] } | { from: 'suite'; suiteId: string };

/** Requests with the links found between them. */
export type Proposal = CallOutput<typeof apiTestingRoutes.proposeLinks> & { importId?: string; suiteId?: string };

async function propose(projectId: string, origin: ChainOrigin): Promise<Proposal> {
  if (origin.from === 'suite') {
    const { suiteId } = origin;
    return { suiteId, ...(await api.call(apiTestingRoutes.proposeLinks, { body: { projectId, suiteId } })) };
  }
  const body = new FormData();
  for (const file of origin.files) body.append('file', file);
  const { importId } = await api.call(apiTestingRoutes.importJsonFile, { query: { projectId }, body });
  return { importId, ...(await api.call(apiTestingRoutes.proposeLinks, { body: { projectId, importId } })) };
}

/** useGenerate finds the links between requests, and creates a workflow from the accepted ones. */
export function useGenerate(projectId: string) {
  const client = useQueryClient();
  return {
    propose: useMutation({ mutationFn: (origin: ChainOrigin) => propose(projectId, origin) }),
    make: useMutation({
      mutationFn: ({
        proposal: { importId, suiteId },
        ...input
      }: {
        proposal: Proposal;
        workflowName: string;
        links: ChainLink[];
      }) =>
        api.call(apiTestingRoutes.makeWorkflow, {
          body: { projectId, ...(importId && { importId }), ...(suiteId && { suiteId }), ...input },
        }),
      onSuccess: () => client.invalidateQueries({ queryKey: [...flowKeys.all, 'list'] }),
    }),
  };
}
