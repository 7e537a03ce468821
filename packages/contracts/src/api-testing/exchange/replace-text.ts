import { z } from 'zod';
import { canWrite, route } from '../../route.ts';
import { idSchema } from '../../shared.ts';
import { workspaceItemKinds } from './workspace-file.ts';

const service = 'api-testing';

const question = {
  projectId: idSchema,
  find: z.string().min(1, 'Enter the text to find.').max(1000),
  replaceWith: z.string().max(10_000).default('').describe('With a regular expression, $1 stands for its first group'),
  isRegex: z.boolean().default(false),
  matchCase: z.boolean().default(false),
};

/** Where a text was found: an item of a workspace, and each place with the line of the first match. */
export const textMatchSchema = z.object({
  itemId: z.string(),
  kind: z.enum(workspaceItemKinds),
  name: z.string(),
  places: z.array(z.object({ place: z.string(), count: z.number().int(), before: z.string(), after: z.string() })),
  problem: z.string().optional().describe('Why the item cannot be replaced: it would not be valid'),
});
/** Where a text was found. */
export type TextMatch = z.infer<typeof textMatchSchema>;

export const replaceTextRoutes = {
  findText: route({
    service,
    method: 'POST',
    path: '/api/find-text',
    summary:
      'Find a text in the scripts and variables of a workspace, and say what replacing it would give; changes nothing',
    access: canWrite,
    body: z.strictObject(question),
    response: z.object({
      revision: z.string(),
      matches: z.array(textMatchSchema).describe('The first 500 items'),
      items: z.number().int(),
      count: z.number().int().describe('Matches in all items'),
    }),
  }),
  replaceText: route({
    service,
    method: 'PUT',
    path: '/api/replace-text',
    summary:
      'Replace a text in the chosen items, all or none; refused when the workspace is no longer at the given revision',
    access: canWrite,
    body: z.strictObject({
      ...question,
      revision: z.string().max(100).describe('As the search told it'),
      itemIds: z.array(z.string().max(100)).min(1, 'Choose at least one item.').max(500),
    }),
    response: z.object({ items: z.number().int(), count: z.number().int() }),
  }),
};
