import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, searchTerm } from '../shared.ts';
import {
  reconcileQueryFields,
  reconcileRequestFields,
  reconciliationInputSchema,
  reconciliationItemSchema,
  reconciliationSchema,
  rowPathSchema,
} from './reconciliation.ts';
import {
  differenceKindSchema,
  mappingSuggestionSchema,
  queryPreviewSchema,
  reconcileResultSchema,
  responsePreviewSchema,
  rowDifferenceSchema,
} from './result.ts';

const service = 'api-testing';
const byId = z.strictObject({ reconciliationId: idSchema });
const { projectId: _project, ...changeable } = reconciliationInputSchema.shape;
const environmentId = reconcileRequestFields.environmentId;

/**
 * Calls of API to database reconciliation. Viewers of a workspace read; editors and owners change and run. Creating,
 * changing or running one requires PRO.
 */
export const reconcileRoutes = {
  listReconciliations: route({
    service,
    method: 'GET',
    path: '/api/reconciliations',
    summary: 'List the reconciliations of a workspace by name',
    access: canRead,
    query: z.strictObject({ projectId: idSchema, searchTerm, ...pageQuery }),
    response: pageOf(reconciliationItemSchema).extend({
      rowLimit: z
        .number()
        .int()
        .nullable()
        .describe('Rows of each side that the plan allows (API_DB_RECONCILE_ROWS); 0: not offered, null: no limit'),
    }),
  }),
  getReconciliation: route({
    service,
    method: 'GET',
    path: '/api/reconciliations/{reconciliationId}',
    summary: 'A reconciliation',
    access: canRead,
    params: byId,
    response: reconciliationSchema,
  }),
  createReconciliation: route({
    service,
    method: 'POST',
    path: '/api/reconciliations',
    summary: 'Save a reconciliation of a request and a database query',
    access: canWrite,
    body: reconciliationInputSchema,
    status: 201,
    response: reconciliationSchema,
  }),
  updateReconciliation: route({
    service,
    method: 'PUT',
    path: '/api/reconciliations/{reconciliationId}',
    summary: 'Change a reconciliation',
    access: canWrite,
    params: byId,
    body: z.strictObject(changeable),
    response: reconciliationSchema,
  }),
  deleteReconciliation: route({
    service,
    method: 'DELETE',
    path: '/api/reconciliations/{reconciliationId}',
    summary: 'Delete a reconciliation; its runs stay',
    access: canWrite,
    params: byId,
    response: okSchema,
  }),
  runReconciliation: route({
    service,
    method: 'POST',
    path: '/api/reconciliations/{reconciliationId}/run',
    summary: 'Send the request, run the query and compare their rows; progress and result are those of a run',
    access: canWrite,
    params: byId,
    status: 201,
    response: z.object({ runId: idSchema, message: z.string() }),
  }),
  previewReconcileQuery: route({
    service,
    method: 'POST',
    path: '/api/reconciliations-preview/query',
    summary: 'The columns and first rows of a query',
    access: canWrite,
    body: z.strictObject({ projectId: idSchema, environmentId, ...reconcileQueryFields }),
    response: queryPreviewSchema,
  }),
  previewReconcileResponse: route({
    service,
    method: 'POST',
    path: '/api/reconciliations-preview/response',
    summary: 'Send the request and answer with the rows that a path finds in its response',
    access: canWrite,
    body: z.strictObject({ projectId: idSchema, ...reconcileRequestFields, rowPath: rowPathSchema }),
    response: responsePreviewSchema,
  }),
  suggestReconcileMapping: route({
    service,
    method: 'POST',
    path: '/api/reconciliations-preview/mapping',
    summary: 'Propose row path, key and columns from the response and the first rows of the query',
    access: canWrite,
    body: z.strictObject({ projectId: idSchema, ...reconcileRequestFields, ...reconcileQueryFields }),
    response: mappingSuggestionSchema,
  }),
  getReconcileResult: route({
    service,
    method: 'GET',
    path: '/api/reconciliation-results',
    summary: 'What a run of a reconciliation found',
    access: canRead,
    query: z.strictObject({ runId: idSchema }),
    response: reconcileResultSchema,
  }),
  listRowDifferences: route({
    service,
    method: 'GET',
    path: '/api/reconciliation-differences',
    summary: 'List the rows of a run that differ, or that only one side has',
    access: canRead,
    query: z.strictObject({ runId: idSchema, kind: differenceKindSchema.optional(), ...pageQuery }),
    response: pageOf(rowDifferenceSchema),
  }),
};
