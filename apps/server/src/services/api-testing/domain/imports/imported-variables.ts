import type { ImportPreview } from '@touchstone/contracts/api-testing';
import { variableNamePattern } from '@touchstone/contracts/workspaces';
import type { ImportedVariable } from '@touchstone/engine-import';
import type { ImportProblem } from '../suites/script-from-step.ts';

/** Whether the format's variables belong to the collection, like a suite's variables here. */
export const haveCollectionScope = (format: ImportPreview['format']): boolean => format === 'postman';

/** usableVariables returns the variables with valid names, each once; the others are reported. */
export function usableVariables(
  place: string,
  variables: readonly ImportedVariable[],
  problems: ImportProblem[],
): ImportedVariable[] {
  const kept = new Map<string, ImportedVariable>();
  for (const variable of variables) {
    if (variableNamePattern.test(variable.name) && variable.name.length <= 255) kept.set(variable.name, variable);
    else problems.push({ place: `${place}: ${variable.name}`, reason: 'Please give valid variable name.' });
  }
  return [...kept.values()];
}
