import { z } from 'zod';
import { folderTypes } from '../clone.ts';
import { flowNameSchema, flowSummarySchema } from '../flows/index.ts';
import { idSchema, timeSchema } from '../shared.ts';
import { workspaceRoleSchema } from '../workspaces/index.ts';

/** The default icon of a test orchestration project. */
export const orchestrationIcon = 'icon-1';

/** Short name of a project in addresses. */
export const projectKeySchema = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z][A-Z0-9]{1,9}$/, 'A key has 2 to 10 letters or digits and begins with a letter.');

/** Name of a project or folder, unique in its place. */
export const folderNameSchema = z
  .string()
  .trim()
  .min(1, 'Please enter a name.')
  .max(255, 'A name has at most 255 characters.');

/** A CSS colour. */
export const colorSchema = z.string().regex(/^#[0-9a-f]{6}$/i, 'Must be a colour such as #4f7cff.');

/** A step on the path from a project to a folder. */
export const folderPlaceSchema = z.object({ folderUuid: idSchema, deepLinkId: z.string(), name: z.string() });
/** A step on the path from a project to a folder. */
export type FolderPlace = z.infer<typeof folderPlaceSchema>;

/** A project (the root folder of a test orchestration workspace), or a folder in one. */
export const folderSchema = z.object({
  folderUuid: idSchema,
  /** The workspace it belongs to, with its environments, databases, runs and members. */
  projectId: idSchema,
  parentUuid: idSchema.nullable(),
  deepLinkId: z.string().describe('In addresses: the key of a project; for a folder the key, a hyphen and a number'),
  isRootFolder: z.boolean(),
  isStarred: z.boolean().describe('For the caller'),
  name: z.string(),
  description: z.string(),
  color: z.string().describe('Empty where none was chosen'),
  icon: z.string(),
  folderCount: z.number().int().describe('Folders directly in it'),
  workflowCount: z.number().int().describe('Workflows directly in it'),
  createdAt: timeSchema,
  createdByName: z.string(),
  updatedAt: timeSchema,
});
/** A project or a folder of test orchestration. */
export type Folder = z.infer<typeof folderSchema>;

/** A folder with its path, starting with its project. */
export const folderInfoSchema = folderSchema.extend({
  path: z.array(folderPlaceSchema),
  role: workspaceRoleSchema.describe('What the caller may do in the project'),
});
/** A folder with its path. */
export type FolderInfo = z.infer<typeof folderInfoSchema>;

/** An entry of a folder: another folder or a workflow. */
export const folderEntrySchema = z.discriminatedUnion('folderType', [
  folderSchema.extend({ folderType: z.enum(['PROJECT', 'FOLDER']) }),
  flowSummarySchema.extend({ folderType: z.literal('WORKFLOW'), isStarred: z.boolean() }),
]);
/** An entry of a folder: another folder or a workflow. */
export type FolderEntry = z.infer<typeof folderEntrySchema>;

/** Folders and workflows that one call moves or deletes. */
export const chosenEntries = {
  folderUuids: z.array(idSchema).max(500).default([]),
  workflowIds: z.array(idSchema).max(500).default([]),
};

/** What is copied. */
export const folderTypeSchema = z.enum(folderTypes);

/** A project, or a folder in another folder. */
export const newFolderSchema = z.strictObject({
  name: folderNameSchema,
  description: z.string().max(10_000).optional(),
  color: colorSchema.optional(),
  icon: z.string().max(40).default(orchestrationIcon),
  isRootFolder: z.boolean().optional().describe('A project; unless told, what has no parentUuid is one'),
  isStarred: z.boolean().default(false),
  deepLinkId: projectKeySchema.optional().describe('Key of a project; a folder gets its own'),
  parentUuid: idSchema.optional().describe('Where a folder goes; required for a folder'),
  teamId: idSchema.optional().describe('Of a project; the team of the caller unless told'),
  workspaceType: z.enum(['PRIVATE', 'SHARED']).optional(),
  serviceStoreId: z.string().optional(),
});

/** The changeable fields of a folder. */
export const folderChangeSchema = z.strictObject({
  folderUuid: idSchema,
  name: folderNameSchema.optional(),
  description: z.string().max(10_000).optional(),
  color: colorSchema.optional(),
  icon: z.string().max(40).optional(),
  isStarred: z.boolean().optional(),
});

export { flowNameSchema as workflowNameSchema };
