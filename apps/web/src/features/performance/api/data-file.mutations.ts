import { useMutation } from '@tanstack/react-query';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { api } from '../../../shared/api.ts';

/** useUploadDataFile uploads a file whose rows the iterations of a run use. */
export const useUploadDataFile = (projectId: string) =>
  useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append('file', file, file.name);
      return api.call(apiTestingRoutes.uploadDataFile, { query: { projectId }, body });
    },
  });
