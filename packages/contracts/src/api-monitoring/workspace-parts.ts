import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, queryIdList } from '../shared.ts';
import {
  certificateCheckSchema,
  certificateRoutes,
  certificateSchema,
  certificateUploadSchema,
  environmentRoutes,
  variableListSchema,
  variableSchema,
  variablesInputSchema,
} from '../workspaces/index.ts';

const service = 'api-monitoring';
const text = z.string().min(1).max(5_000_000);
const query = z.strictObject({ body: z.string().max(5_000_000), path: z.string().min(1).max(2000) });
const matches = z.object({ matches: z.array(z.object({ path: z.string(), value: z.unknown() })) });

/** Certificates and variables of a project, under monitoring's addresses; they belong to its workspace. */
export const monitoringWorkspaceRoutes = {
  createCertificate: route({
    service,
    method: 'POST',
    path: '/api/certificates',
    summary: 'Save an uploaded client certificate for the hosts of a domain',
    access: canWrite,
    body: certificateRoutes.createCertificate.body,
    status: 201,
    response: certificateSchema,
  }),
  updateCertificate: route({
    service,
    method: 'PUT',
    path: '/api/certificates',
    summary: 'Change the domain of a client certificate, or replace its files',
    access: canWrite,
    body: certificateRoutes.updateCertificate.body,
    response: certificateSchema,
  }),
  deleteCertificate: route({
    service,
    method: 'DELETE',
    path: '/api/certificates',
    summary: 'Delete a client certificate',
    access: canWrite,
    query: z.strictObject({ certificateId: idSchema }),
    response: okSchema,
  }),
  listActiveCertificates: route({
    service,
    method: 'GET',
    path: '/api/active-certificate',
    summary: 'Client certificates that checks present, with the days that each is still valid',
    access: canRead,
    query: z.strictObject({ projectId: idSchema }),
    response: z.object({
      certificates: z.array(
        certificateSchema.extend({
          daysLeft: z.number().int(),
          isActive: z.boolean().describe('Valid now'),
          monitorIds: z.array(idSchema).describe('Monitored APIs whose host it is for'),
        }),
      ),
    }),
  }),
  convertCertificate: route({
    service,
    method: 'POST',
    path: '/api/certificate-convert',
    summary:
      'Read a PFX file, also one with old ciphers, or certificate and key in PEM (field `passphrase` opens it), and keep it in the form that checks use, for a day, until it is saved',
    access: canWrite,
    bodyType: 'multipart',
    query: z.strictObject({ projectId: idSchema }),
    status: 201,
    response: certificateUploadSchema.extend(certificateCheckSchema.shape),
  }),
  listVariables: route({
    service,
    method: 'GET',
    path: '/api/variables',
    summary: 'Variables of a project, or of one environment; secrets are empty',
    access: canRead,
    query: z.strictObject({ projectId: idSchema, environmentId: idSchema.optional() }),
    response: variableListSchema,
  }),
  createVariables: route({
    service,
    method: 'POST',
    path: '/api/variables',
    summary: 'Add variables to an environment, or to the project (PRO)',
    access: canWrite,
    body: z.strictObject({ projectId: idSchema, environmentId: idSchema.optional(), variables: variablesInputSchema }),
    status: 201,
    response: variableListSchema,
  }),
  updateVariable: route({
    service,
    method: 'PUT',
    path: '/api/variables',
    summary: 'Change a variable; a secret keeps its value when none is sent',
    access: canWrite,
    body: environmentRoutes.updateVariable.body,
    response: variableSchema,
  }),
  deleteVariables: route({
    service,
    method: 'DELETE',
    path: '/api/deleteVariable',
    summary: 'Delete variables of a project and its environments',
    access: canWrite,
    query: z.strictObject({ variableIds: queryIdList, projectId: idSchema }),
    response: okSchema,
  }),
};

/** Tools for writing assertions. */
export const monitoringToolRoutes = {
  extractJson: route({
    service,
    method: 'POST',
    path: '/api/json-extract',
    summary: 'Evaluate a JSONPath (RFC 9535) on a response',
    access: canRead,
    body: query,
    response: matches,
  }),
  extractXpath: route({
    service,
    method: 'POST',
    path: '/api/xpath-extractor',
    summary: 'Evaluate an XPath (1.0, else 3.1) on a response',
    access: canRead,
    body: query,
    response: matches,
  }),
  inferJsonSchema: route({
    service,
    method: 'POST',
    path: '/api/json-schema',
    summary: 'JSON Schema (2020-12) that describes a response',
    access: canRead,
    body: z.strictObject({ body: text }),
    response: z.object({ schema: z.unknown() }),
  }),
  uploadFile: route({
    service,
    method: 'POST',
    path: '/api/upload/{id}',
    summary: 'Upload a file that requests of the project of this id send as their body or in a form',
    access: canWrite,
    bodyType: 'multipart',
    params: z.strictObject({ id: idSchema }),
    status: 201,
    response: z.object({ fileId: idSchema, fileName: z.string(), sizeBytes: z.number(), contentType: z.string() }),
  }),
};
