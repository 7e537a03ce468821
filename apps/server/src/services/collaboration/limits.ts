import { planLimit } from '../subscription/index.ts';

/** Depends on the workspace's plan: paying organizations can have free workspaces too. */
export const collaborationLimits = {
  COLLABORATORS_PER_FREE_WORKSPACE: planLimit('Collaborators of a free workspace', 3, 3),
};
