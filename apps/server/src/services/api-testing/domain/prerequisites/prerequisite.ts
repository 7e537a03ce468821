import { variableNamePattern } from '@touchstone/contracts/workspaces';

/** A planned prerequisite. Its definition is read when it runs, so that a retry uses corrections. */
export interface PlannedPrerequisite {
  prerequisiteId: string;
}

export const isPlannedPrerequisite = (plan: unknown): plan is PlannedPrerequisite =>
  typeof plan === 'object' && plan !== null && 'prerequisiteId' in plan;

/** What a run stores about its prerequisites between attempts. */
export interface PrerequisiteState {
  /** Variables whose values must never be shown. */
  secretNames: string[];
  /** The prerequisite that ended the run. */
  failed?: { prerequisiteId: string; message: string };
}

/** nameProblem returns the problem of the first name that isn't a valid variable name; undefined if all are valid. */
export function nameProblem(names: string[]): string | undefined {
  const wrong = names.find((name) => !variableNamePattern.test(name) || name.length > 255);
  if (wrong === undefined) return undefined;
  return `"${wrong.slice(0, 100)}" cannot be the name of a variable. Use letters, digits, dots, hyphens and underscores, such as with "as total" in a query.`;
}
