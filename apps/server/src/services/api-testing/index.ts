import { defineService } from '../../platform/service.ts';
import { apiTestingErrors } from './errors.ts';
import { type ApiTesting, createApiTesting, needs } from './service.ts';

export { type CheckedResponse, type ResponseCheck, responseChecks } from './app/executions/response-checks.ts';
export type { OpenRequest, PlannedRequest, RequestSender } from './app/executions/send-request.ts';
export { type LiveStream, toLiveStream } from './app/executions/watch-stream.ts';
export type { LoadSource, LoadSourceInput, LoadSources } from './app/imports/load-source.ts';
export { dataFileProblems } from './domain/data-file-problems.ts';
export { executionStatusOf } from './domain/executions/execution-status.ts';
export { readUploads } from './routes/imports/read-uploads.ts';
export { leaveSignal } from './routes/leave-signal.ts';
export type { ApiTesting } from './service.ts';

/** apiTestingService are the service that manages, imports and runs suites and scripts. */
export const apiTestingService = defineService<ApiTesting, typeof needs>({
  name: 'api-testing',
  needs,
  errors: apiTestingErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create: createApiTesting,
});
