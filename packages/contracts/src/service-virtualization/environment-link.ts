import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema } from '../shared.ts';
import { addressKinds } from './mock.ts';
import { service } from './service.ts';

/** An environment variable that contains the address of a mock. */
export const environmentLinkSchema = z.object({
  linkId: idSchema,
  workspaceId: idSchema,
  workspaceName: z.string(),
  environmentId: idSchema,
  environmentName: z.string(),
  variableName: z.string(),
  addressKind: z.enum(addressKinds).describe('Which address of the mock it has'),
  isCurrent: z.boolean().describe('Whether the variable still has the address of the mock'),
});
/** An environment variable that contains the address of a mock. */
export type EnvironmentLink = z.infer<typeof environmentLinkSchema>;

const name = z
  .string()
  .trim()
  .regex(/^[A-Za-z_][\w.-]{0,254}$/, 'Use letters, digits, _, . and -, and begin with a letter or _.');

/** Calls that let runs in an environment call a mock. */
export const environmentLinkRoutes = {
  listEnvironmentLinks: route({
    service,
    method: 'GET',
    path: '/api/mocks/{id}/environments',
    summary: 'Environments whose runs call this mock, as far as the caller may see them',
    access: canRead,
    params: z.strictObject({ id: idSchema.describe('Project') }),
    response: z.object({ links: z.array(environmentLinkSchema) }),
  }),
  linkEnvironment: route({
    service,
    method: 'POST',
    path: '/api/mocks/{id}/environments',
    summary:
      'Give a variable of an environment the address of this mock; what it had before comes back with the end of the link',
    access: canWrite,
    params: z.strictObject({ id: idSchema.describe('Project') }),
    body: z.strictObject({
      environmentId: idSchema,
      variableName: name.default('baseUrl'),
      addressKind: z.enum(addressKinds).default('path'),
      key: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .optional()
        .describe('Key of the mock; kept as the secret variable `mockKey`, to be sent as `X-Mock-Key`'),
    }),
    status: 201,
    response: environmentLinkSchema,
  }),
  unlinkEnvironment: route({
    service,
    method: 'DELETE',
    path: '/api/environment-links/{id}',
    summary: 'End a link: the variable gets what it had before, or is deleted where the link made it',
    access: canWrite,
    params: z.strictObject({ id: idSchema }),
    response: okSchema,
  }),
};
