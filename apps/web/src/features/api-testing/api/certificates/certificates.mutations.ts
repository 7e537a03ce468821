import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { api } from '../../../../shared/api.ts';
import { certificateKeys } from './certificates.queries.ts';

/** useCertificateMutations provides the mutations of a workspace's certificates. */
export function useCertificateMutations(projectId: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: certificateKeys.all });
  return {
    upload: useMutation({
      mutationFn: (files: File[]) => {
        const body = new FormData();
        for (const file of files) body.append('file', file);
        return api.call(workspaceRoutes.uploadCertificate, { query: { projectId }, body });
      },
    }),
    validate: useMutation({
      mutationFn: (input: { uploadId: string; passphrase?: string }) =>
        api.call(workspaceRoutes.validateCertificate, { body: { projectId, ...input } }),
    }),
    create: useMutation({
      mutationFn: (input: Omit<CallInput<typeof workspaceRoutes.createCertificate>['body'], 'projectId'>) =>
        api.call(workspaceRoutes.createCertificate, { body: { projectId, ...input } }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: (input: Omit<CallInput<typeof workspaceRoutes.updateCertificate>['body'], 'projectId'>) =>
        api.call(workspaceRoutes.updateCertificate, { body: { projectId, ...input } }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (certificateId: string) => api.call(workspaceRoutes.deleteCertificate, { query: { certificateId } }),
      onSettled,
    }),
  };
}
