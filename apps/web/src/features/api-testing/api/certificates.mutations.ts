import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { api } from '../../../shared/api.ts';
import { certificateKeys } from './certificates.queries.ts';

/** useCertificateMutations are the writes on the certificates of one workspace. */
export function useCertificateMutations(projectId: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: certificateKeys.all });
  return {
    upload: useMutation({
      mutationFn: (files: File[]) => {
        const body = new FormData();
        for (const file of files) body.append('file', file);
        return api.call(apiTestingRoutes.uploadCertificate, { query: { projectId }, body });
      },
    }),
    validate: useMutation({
      mutationFn: (input: { uploadId: string; passphrase?: string }) =>
        api.call(apiTestingRoutes.validateCertificate, { body: { projectId, ...input } }),
    }),
    create: useMutation({
      mutationFn: (input: Omit<CallInput<typeof apiTestingRoutes.createCertificate>['body'], 'projectId'>) =>
        api.call(apiTestingRoutes.createCertificate, { body: { projectId, ...input } }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: (input: Omit<CallInput<typeof apiTestingRoutes.updateCertificate>['body'], 'projectId'>) =>
        api.call(apiTestingRoutes.updateCertificate, { body: { projectId, ...input } }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (certificateId: string) => api.call(apiTestingRoutes.deleteCertificate, { query: { certificateId } }),
      onSettled,
    }),
  };
}
