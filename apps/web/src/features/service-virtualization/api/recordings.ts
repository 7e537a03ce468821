import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { recordingRoutes as routes } from '@touchstone/contracts/service-virtualization';
import { api } from '../../../shared/api.ts';
import { mockKeys } from './keys.ts';

interface Place {
  page: number;
  size: number;
}
/** How recorded calls become assets. */
export type RecordingChoices = Required<
  Pick<CallInput<typeof routes.previewRecording>['body'], 'repeats' | 'parameterises'>
>;

/** Recordings of a project, newest first. */
export const recordingsQuery = (id: string) =>
  queryOptions({
    queryKey: [...mockKeys.recordings, 'list', id],
    queryFn: ({ signal }) => api.call(routes.listRecordings, { params: { id }, query: { size: 20 } }, { signal }),
  });

/** Calls of a recording, newest first. */
export const recordedCallsQuery = (id: string, place: Place) =>
  queryOptions({
    queryKey: [...mockKeys.recordings, 'calls', id, place],
    queryFn: ({ signal }) => api.call(routes.listRecordedCalls, { params: { id }, query: place }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The assets that a stopped recording would create. */
export const previewQuery = (id: string, choices: RecordingChoices, place: Place) =>
  queryOptions({
    queryKey: [...mockKeys.recordings, 'preview', id, choices, place],
    queryFn: ({ signal }) =>
      api.call(routes.previewRecording, { params: { id }, body: { ...choices, ...place } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The preview before the user has selected anything. */
export const firstPreview = {
  choices: { repeats: 'sequence', parameterises: false } satisfies RecordingChoices,
  place: { page: 0, size: 25 },
};

/** useRecordingMutations records a service, and saves or deletes recordings. */
export function useRecordingMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: mockKeys.recordings });
  return {
    start: useMutation({
      mutationFn: (body: CallInput<typeof routes.startRecording>['body']) => api.call(routes.startRecording, { body }),
      onSettled,
    }),
    setStatus: useMutation({
      mutationFn: ({ id, status }: { id: string; status: 'recording' | 'paused' | 'stopped' }) =>
        api.call(routes.setRecordingStatus, { params: { id }, body: { status } }),
      onSettled,
    }),
    save: useMutation({
      mutationFn: ({ id, ...body }: CallInput<typeof routes.saveRecording>['body'] & { id: string }) =>
        api.call(routes.saveRecording, { params: { id }, body }),
      onSuccess: () => client.invalidateQueries({ queryKey: mockKeys.all }),
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.call(routes.deleteRecording, { params: { id } }),
      onSettled,
    }),
  };
}
