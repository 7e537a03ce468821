import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { pictureQuery } from '../api/runs.queries.ts';

/** usePicture gives the address of a picture of a run once it is loaded. */
export function usePicture(runId: string, attachmentId: string): string | undefined {
  const blob = useQuery(pictureQuery(runId, attachmentId)).data;
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
