import { z } from 'zod';
import { workspaceRoleSchema } from '../workspaces/index.ts';

/** A page open on an item of a workspace, such as `suite:ID`; null: the workspace itself. */
export const placeSchema = z
  .string()
  .regex(/^[a-z-]{1,30}:[\w-]{1,60}$/, 'Must name a thing, such as suite:ID')
  .nullable();

/** A user with a page open in a workspace. */
export const presentPersonSchema = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  /** What their pages show. */
  places: z.array(z.string()),
});
export type PresentPerson = z.infer<typeof presentPersonSchema>;

/** The last change of a part of a workspace, by the service that stores it. */
export const workspaceChangeSchema = z.object({
  service: z.string(),
  /** Increases with each change. */
  revision: z.number().int(),
  userId: z.string(),
  name: z.string(),
});
export type WorkspaceChange = z.infer<typeof workspaceChangeSchema>;

/**
 * The state sent by a workspace's stream: who is here, what changed last, and the caller's permissions. Each state
 * replaces the previous one.
 */
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
 * rereadDelayMs returns how long a page waits before reading again what someone changed, in milliseconds: a random time
 * within a span that grows with the number of people present, so that pages don't all read at once. Immediately if
 * alone or in a small team.
 */
export const rereadDelayMs = ({ people }: Pick<WorkspaceState, 'people'>, random: () => number = Math.random): number =>
  Math.floor(random() * Math.min(longestRereadMs, Math.max(0, people.length - 1) * rereadPerPersonMs));
