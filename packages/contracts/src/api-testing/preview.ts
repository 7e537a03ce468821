import { z } from 'zod';
import { canWrite, route } from '../route.ts';
import { idSchema, okSchema } from '../shared.ts';
import { stepDetailSchema } from './execution/execution-step.ts';
import { scriptInputSchema } from './script.ts';

/** What is known of an event stream when its response starts. */
export interface LiveHead {
  /** Identifies the stream in the call that stops it. */
  streamId: string;
  status: number;
  statusText: string;
  httpVersion: string;
  headers: [name: string, value: string][];
}
/** An event of a tested event stream. */
export interface LiveEvent {
  id?: string;
  event: string;
  data: string;
}

const preview = {
  method: 'POST',
  summary:
    'Send one request now and answer with response, timing and assertion results; nothing is stored. With Accept: text/event-stream, a response that is an event stream is passed on as it comes: events `begin`, `event` and `result`',
  access: canWrite,
  body: z
    .strictObject({
      projectId: idSchema.optional().describe('Absent: the request is sent without variables, certificates and files'),
      environmentId: idSchema.optional(),
      suiteId: idSchema.optional(),
      script: scriptInputSchema,
    })
    .refine(({ projectId, environmentId, suiteId }) => projectId !== undefined || !(environmentId ?? suiteId), {
      path: ['projectId'],
      message: 'This field is required',
    }),
  response: stepDetailSchema,
} as const;

export const previewRoutes = {
  stop: route({
    service: 'api-preview',
    method: 'POST',
    path: '/api/stop',
    summary: 'End an event stream that is passed on: what came is judged, and the answer ends with `result`',
    access: canWrite,
    body: z.strictObject({ streamId: idSchema }),
    response: okSchema,
  }),
  preview: route({ service: 'api-preview', path: '/api/preview', ...preview }),
};

/** The same call under its name in the service api-testing. */
export const previewTestRoutes = {
  previewTest: route({ service: 'api-testing', path: '/api/preview-test', ...preview }),
};
