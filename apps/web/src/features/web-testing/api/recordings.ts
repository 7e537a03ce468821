import { queryOptions } from '@tanstack/react-query';
import { type RunAttachment, runRoutes } from '@touchstone/contracts/runs';
import { webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { type Har, readFilm } from '@touchstone/engine-browser/core';
import { api } from '../../../shared/api.ts';
import { networkRows } from '../model/recordings/network-rows.ts';
import { webKeys } from './keys.ts';

type File = Pick<RunAttachment, 'attachmentId' | 'contentHash'>;

/** fetchRecording downloads a file of a recording. */
export const fetchRecording = (runId: string, attachmentId: string, signal?: AbortSignal): Promise<Response> =>
  api.raw(runRoutes.downloadRunAttachment, { params: { runId, attachmentId } }, signal && { signal });

/** The same content is the same file, whatever else happens in the run. */
const shared = (what: string, { attachmentId, contentHash }: File) => ({
  queryKey: [...webKeys.runs, what, attachmentId, contentHash],
  staleTime: Number.POSITIVE_INFINITY,
});

/** The film of a unit of a run. */
export const filmQuery = (runId: string, file: File) =>
  queryOptions({
    ...shared('film', file),
    queryFn: async ({ signal }) =>
      readFilm(new Uint8Array(await (await fetchRecording(runId, file.attachmentId, signal)).arrayBuffer())),
  });

/** The requests of a unit of a run. */
export const networkQuery = (runId: string, file: File) =>
  queryOptions({
    ...shared('network', file),
    queryFn: async ({ signal }) =>
      networkRows((await (await fetchRecording(runId, file.attachmentId, signal)).json()) as Har),
  });

/** traceAddress returns the temporary address of a trace in the trace viewer. */
export const traceAddress = async (runId: string, unit: string): Promise<string> =>
  (await api.call(routes.createTraceLink, { body: { runId, unit } })).address;
