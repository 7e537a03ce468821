import { useQuery } from '@tanstack/react-query';
import { pictureQuery } from '../api/runs.queries.ts';
import { useObjectUrl } from './use-object-url.ts';

/** usePicture returns the URL of a run's picture once it has loaded. */
export function usePicture(runId: string, attachmentId: string): string | undefined {
  return useObjectUrl(useQuery(pictureQuery(runId, attachmentId)).data);
}
