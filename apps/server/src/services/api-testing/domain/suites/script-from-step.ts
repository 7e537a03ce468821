import { type ScriptInput, scriptInputSchema } from '@touchstone/contracts/api-testing';
import type { ImportedStep } from '@touchstone/engine-import';

export interface ImportProblem {
  place: string;
  reason: string;
}

type Draft = Record<string, unknown>;
const lists = ['headers', 'queryParams', 'pathParams', 'assertions', 'dataHandlers', 'examples'] as const;
const maxRounds = 3;

/**
 * scriptFromStep converts an imported request to a script. Unsupported parts are dropped and reported; undefined if
 * even the request line can't be kept.
 */
export function scriptFromStep(step: ImportedStep, problems: ImportProblem[]): ScriptInput | undefined {
  const name = (step.name.trim() || `${step.method} ${step.url}`).slice(0, 60).trim();
  const { id: _id, name: _name, group, scope: _scope, ...rest } = step;
  let draft: Draft = { ...rest, scriptName: name, folder: group };
  for (let round = 0; round < maxRounds; round += 1) {
    const parsed = scriptInputSchema.safeParse(draft);
    if (parsed.success) return parsed.data;
    const next = withoutFaults(draft, parsed.error.issues, name, problems);
    if (!next) return undefined;
    draft = next;
  }
  problems.push({ place: name, reason: 'The request cannot be kept.' });
  return undefined;
}

interface Issue {
  code: string;
  path: PropertyKey[];
  message: string;
  keys?: string[];
}

function withoutFaults(
  draft: Draft,
  issues: readonly Issue[],
  name: string,
  problems: ImportProblem[],
): Draft | undefined {
  const next: Draft = { ...draft };
  const drop = new Map<string, Set<number>>();
  for (const issue of issues) {
    const [field, index] = issue.path.map(String);
    const place = `${name}: ${issue.path.map(String).join('.') || 'request'}`;
    if (issue.code === 'unrecognized_keys' && !field) {
      for (const key of issue.keys ?? []) delete next[key];
      continue;
    }
    problems.push({ place, reason: issue.message });
    if (field === 'url' || field === 'method' || field === undefined) return undefined;
    if ((lists as readonly string[]).includes(field) && index !== undefined)
      drop.set(field, (drop.get(field) ?? new Set()).add(Number(index)));
    else delete next[field];
  }
  for (const [field, indexes] of drop)
    next[field] = (next[field] as unknown[]).filter((_, index) => !indexes.has(index));
  return next;
}
