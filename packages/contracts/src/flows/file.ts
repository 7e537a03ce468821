import { z } from 'zod';
import { idInFileSchema } from '../shared.ts';
import { configurationInputSchema } from './configuration.ts';
import { flowDocumentSchema, flowNameSchema } from './flow.ts';

/** What a node references, as a path of names: for a script those of workspace, suite and script. */
export const fileReferenceSchema = z.strictObject({
  kind: z.string().max(100).describe('The kind of node that refers to it, or environment or database'),
  id: z.string().max(100),
  names: z.array(z.string().max(255)).min(1).max(10),
});
/** What a node references, by name. */
export type FileReference = z.infer<typeof fileReferenceSchema>;

/** A reference of a file that an import couldn't resolve. */
export const missingReferenceSchema = fileReferenceSchema.extend({
  isAmbiguous: z.boolean().optional().describe('true: several have this name, and none of them is in the same folder'),
});
/** A reference of a file that an import couldn't resolve. */
export type MissingReference = z.infer<typeof missingReferenceSchema>;

/**
 * A workflow as a file. Ids of what nodes reference are those of the installation that wrote it; `references` contains
 * their names, by which another installation or workspace finds its own. Excludes the values of secret inputs.
 */
export const flowFileSchema = z.strictObject({
  format: z.literal('touchstone-workflow'),
  version: z.literal(1),
  name: flowNameSchema,
  description: z.string().max(10_000).default(''),
  document: flowDocumentSchema,
  references: z.array(fileReferenceSchema).max(20_000).default([]),
});
/** A workflow as a file. */
export type FlowFile = z.infer<typeof flowFileSchema>;

/** A workflow in a workspace file. `references` names what the workspace file doesn't contain. */
export const flowInFileSchema = flowFileSchema.omit({ format: true, version: true }).extend({ id: idInFileSchema });
/** A workflow in a workspace file. */
export type FlowInFile = z.infer<typeof flowInFileSchema>;

/** A run configuration in a workspace file. */
export const configurationInFileSchema = configurationInputSchema.extend({ id: idInFileSchema });
/** A run configuration in a workspace file. */
export type ConfigurationInFile = z.infer<typeof configurationInFileSchema>;
