import { useQuery } from '@tanstack/react-query';
import { pictureQuery } from '../api/runs.queries.ts';
import { useObjectUrl } from './use-object-url.ts';

/** usePicture gives the address of a picture of a run once it is loaded. */
export function usePicture(runId: string, attachmentId: string): string | undefined {
  return useObjectUrl(useQuery(pictureQuery(runId, attachmentId)).data);
}
