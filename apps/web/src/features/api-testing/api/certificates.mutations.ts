import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallInput, routes } from '@touchstone/contracts';
import { api } from '../../../shared/api.ts';
import { certificateKeys } from './certificates.queries.ts';

const { apiTesting } = routes;

/** useCertificateMutations are the writes on the certificates of one workspace. */
export function useCertificateMutations(projectId: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: certificateKeys.all });
  return {
    upload: useMutation({
      mutationFn: (files: File[]) => {
        const body = new FormData();
        for (const file of files) body.append('file', file);
        return api.call(apiTesting.uploadCertificate, { query: { projectId }, body });
      },
    }),
    validate: useMutation({
      mutationFn: (input: { uploadId: string; passphrase?: string }) =>
        api.call(apiTesting.validateCertificate, { body: { projectId, ...input } }),
    }),
    create: useMutation({
      mutationFn: (input: Omit<CallInput<typeof apiTesting.createCertificate>['body'], 'projectId'>) =>
        api.call(apiTesting.createCertificate, { body: { projectId, ...input } }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: (input: Omit<CallInput<typeof apiTesting.updateCertificate>['body'], 'projectId'>) =>
        api.call(apiTesting.updateCertificate, { body: { projectId, ...input } }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (certificateId: string) => api.call(apiTesting.deleteCertificate, { query: { certificateId } }),
      onSettled,
    }),
  };
}
