import { planLimit } from '../subscription/index.ts';

/** The limit is one of the workspace's plan: an organization that pays can have free workspaces too. */
export const collaborationLimits = {
  COLLABORATORS_PER_FREE_WORKSPACE: planLimit('Collaborators of a free workspace', 3, 3),
};
