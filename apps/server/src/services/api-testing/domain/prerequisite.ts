import { type PrerequisiteAction, type StepSummary, variableNamePattern } from '@touchstone/contracts';

/** A prerequisite as it is planned: what it does is read when it runs, so that a retry uses what was corrected. */
export interface PlannedPrerequisite {
  id: string;
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

/** The name under which lists and reports show prerequisites. */
export const prerequisitesTitle = 'Prerequisites';

const methods: Record<PrerequisiteAction['kind'], string> = { script: 'HTTP', database: 'QUERY', javascript: 'JS' };

/** plannedPrerequisiteSummary is how lists show a prerequisite before it ran. */
export function plannedPrerequisiteSummary(input: {
  stepId: string;
  index: number;
  name: string;
  action: PrerequisiteAction;
}): StepSummary {
  const { stepId, index, name, action } = input;
  return {
    ...{ stepId, index, name, suiteId: null, suiteName: prerequisitesTitle },
    scriptId: action.kind === 'script' ? action.scriptId : null,
    ...{ method: methods[action.kind], url: '', status: 'queued', statusCode: null, durationMs: null },
    ...{ assertionsPassed: 0, assertionsFailed: 0, message: null, attempt: 0 },
  };
}

/** nameProblem tells which of the names cannot be a variable, or undefined where all can. */
export function nameProblem(names: string[]): string | undefined {
  const wrong = names.find((name) => !variableNamePattern.test(name) || name.length > 255);
  if (wrong === undefined) return undefined;
  return `"${wrong.slice(0, 100)}" cannot be the name of a variable. Use letters, digits, dots, hyphens and underscores, such as with "as total" in a query.`;
}
