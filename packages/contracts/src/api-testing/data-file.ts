import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, queryIdList } from '../shared.ts';
import { dataFileSchema } from '../workspaces/index.ts';

const service = 'api-testing';

const context = {
  projectId: idSchema,
  suiteIds: queryIdList.optional().describe('Suites that are to run with it'),
  scriptIds: queryIdList.optional(),
  environmentId: idSchema.optional(),
};

export const dataFileRoutes = {
  uploadDataFile: route({
    service,
    method: 'POST',
    path: '/api/data-file',
    summary: 'Upload a CSV, JSON or Excel file for data-driven runs; answers what it holds',
    access: canWrite,
    bodyType: 'multipart',
    query: z.strictObject(context),
    status: 201,
    response: dataFileSchema,
  }),
  getDataFile: route({
    service,
    method: 'GET',
    path: '/api/data-file',
    summary: 'What an uploaded data file holds, and which variables of the suites it gives values',
    access: canRead,
    query: z.strictObject({ ...context, fileId: idSchema }),
    response: dataFileSchema,
  }),
};
