import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, timeSchema } from '../shared.ts';
import { isTemplate, isWebAddress } from './fault-address.ts';

const needsName = 'Please enter a name';
const name = z.string(needsName).trim().min(1, needsName).max(255, 'A name has at most 255 characters');
const webAddress = z
  .string('Please enter an address')
  .trim()
  .min(1, { error: 'Please enter an address', abort: true })
  .max(500, 'An address has at most 500 characters')
  .refine(isWebAddress, {
    error: 'Enter an address that begins with https:// or http://, without user name and password',
    abort: true,
  });
const address = webAddress.refine((text) => !/[?#]/.test(text), 'Leave out of the address what begins with ? or #');
const number = (label: string) =>
  z
    .string(`Please enter ${label}`)
    .trim()
    .regex(/^\d{1,20}$/, `Enter ${label} as a number, such as 10001`);

/** Where a tool accepts faults, and the settings it needs. */
export const managementToolSettingsSchema = z.discriminatedUnion('tool', [
  z.strictObject({
    tool: z.literal('JIRA'),
    address,
    jiraProjectId: number('the id of the Jira project'),
    jiraIssueTypeId: number('the id of the issue type'),
  }),
  z.strictObject({
    tool: z.literal('AZURE'),
    address: address.describe('Of organization and project'),
    workItemType: z
      .string()
      .trim()
      .max(128)
      .regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u, 'Enter a type of work items, such as Bug')
      .default('Bug'),
  }),
  z.strictObject({ tool: z.literal('GITHUB'), address: address.describe('Of a repository') }),
  z.strictObject({
    tool: z.literal('OTHER'),
    address: webAddress
      .refine(isTemplate, 'Put {title} and {text} into the address, behind the name of the server')
      .describe('With `{title}` and `{text}` where they belong'),
  }),
]);
/** Where a tool accepts faults, and the settings it needs. */
export type ManagementToolSettings = z.infer<typeof managementToolSettingsSchema>;

/** Display names of the tools. */
export const managementToolTitles: Record<ManagementToolSettings['tool'], string> = {
  JIRA: 'Jira',
  AZURE: 'Azure DevOps',
  GITHUB: 'GitHub',
  OTHER: 'Another tool',
};

/** Where faults found by a project's tests are reported, under a name. */
export const managementToolSchema = z.object({
  uuid: idSchema,
  projectUUID: idSchema,
  name: z.string(),
  settings: managementToolSettingsSchema,
  updatedBy: z.string(),
  updatedAt: timeSchema,
});
/** Where faults found by a project's tests are reported, under a name. */
export type ManagementTool = z.infer<typeof managementToolSchema>;

/** managementToolCalls calls on management tools of a keyword-test service. */
export const managementToolCalls = (service: string) => ({
  listManagementTools: route({
    service,
    method: 'GET',
    path: '/api/management-tool-configurations',
    summary: 'Management tools of a project by name: where faults that its tests find are reported',
    access: canRead,
    query: z.strictObject({ projectUUID: idSchema }),
    response: z.object({ managementTools: z.array(managementToolSchema) }),
  }),
  createManagementTool: route({
    service,
    method: 'POST',
    path: '/api/management-tool-configurations',
    summary: 'Add a management tool; people open its form from failed steps, and the server never calls it',
    access: canWrite,
    body: z.strictObject({ projectUUID: idSchema, name, settings: managementToolSettingsSchema }),
    status: 201,
    response: managementToolSchema,
  }),
  updateManagementTool: route({
    service,
    method: 'PUT',
    path: '/api/management-tool-configurations',
    summary: 'Change a management tool',
    access: canWrite,
    body: z.strictObject({ uuid: idSchema, name, settings: managementToolSettingsSchema }),
    response: managementToolSchema,
  }),
  deleteManagementTool: route({
    service,
    method: 'DELETE',
    path: '/api/management-tool-configurations',
    summary: 'Delete a management tool; faults that were reported stay in it',
    access: canWrite,
    query: z.strictObject({ uuid: idSchema }),
    response: okSchema,
  }),
});
