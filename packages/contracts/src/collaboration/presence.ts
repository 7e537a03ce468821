import { z } from 'zod';
import { workspaceRoleSchema } from '../workspaces/index.ts';

/** A page that is open on something of a workspace, such as `suite:ID`; null: the workspace itself. */
export const placeSchema = z
  .string()
  .regex(/^[a-z-]{1,30}:[\w-]{1,60}$/, 'Must name a thing, such as suite:ID')
  .nullable();

/** A person with a page open in a workspace. */
export const presentPersonSchema = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  /** What their pages show. */
  places: z.array(z.string()),
});
export type PresentPerson = z.infer<typeof presentPersonSchema>;

/** The last change of a part of a workspace, by the service that keeps it. */
export const workspaceChangeSchema = z.object({
  service: z.string(),
  /** Grows with each change. */
  revision: z.number().int(),
  userId: z.string(),
  name: z.string(),
});
export type WorkspaceChange = z.infer<typeof workspaceChangeSchema>;

/** What the stream of a workspace says: who is here, what changed last, and what the caller may do. Each state replaces the one before. */
export const workspaceStateSchema = z.object({
  projectId: z.string(),
  role: workspaceRoleSchema,
  people: z.array(presentPersonSchema),
  changes: z.array(workspaceChangeSchema),
});
export type WorkspaceState = z.infer<typeof workspaceStateSchema>;

const longestRereadMs = 750;
const rereadPerPersonMs = 4;

/**
 * rereadDelayMs is how long a page waits before it reads again what somebody changed, in milliseconds: any time within a span that grows with the people
 * who are there, so that many pages do not ask all at once. Alone or in a small team it is at once.
 */
export const rereadDelayMs = ({ people }: Pick<WorkspaceState, 'people'>, random: () => number = Math.random): number =>
  Math.floor(random() * Math.min(longestRereadMs, Math.max(0, people.length - 1) * rereadPerPersonMs));
