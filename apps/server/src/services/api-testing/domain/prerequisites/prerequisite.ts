import { variableNamePattern } from '@touchstone/contracts/workspaces';

/** A prerequisite as it is planned: what it does is read when it runs, so that a retry uses what was corrected. */
export interface PlannedPrerequisite {
  prerequisiteId: string;
}

export const isPlannedPrerequisite = (plan: unknown): plan is PlannedPrerequisite =>
  typeof plan === 'object' && plan !== null && 'prerequisiteId' in plan;

/** What a run keeps about its prerequisites between attempts. */
export interface PrerequisiteState {
  /** Variables whose values must never be shown. */
  secretNames: string[];
  /** The prerequisite that ended the run. */
  failed?: { prerequisiteId: string; message: string };
}

/** nameProblem tells which of the names cannot be a variable, or undefined where all can. */
export function nameProblem(names: string[]): string | undefined {
  const wrong = names.find((name) => !variableNamePattern.test(name) || name.length > 255);
  if (wrong === undefined) return undefined;
  return `"${wrong.slice(0, 100)}" cannot be the name of a variable. Use letters, digits, dots, hyphens and underscores, such as with "as total" in a query.`;
}
