import { useMutation } from '@tanstack/react-query';
import { routes } from '@touchstone/contracts';
import { api } from '../../../shared/api.ts';

const { apiTesting } = routes;

/** useUploadDataFile stores a file whose rows the iterations of a run use. */
export const useUploadDataFile = (projectId: string) =>
  useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append('file', file, file.name);
      return api.call(apiTesting.uploadDataFile, { query: { projectId }, body });
    },
  });
