import type { RepositoryStep, StepProblem } from '@touchstone/contracts/test-repository';
import { argumentOf, findKeyword, type KeywordFunction, type Step } from '@touchstone/engine-keyword/core';
import { allSteps } from './step-tree.ts';

/** engineSteps are steps as the engine takes them: what is absent there may be undefined here. */
export const engineSteps = (steps: readonly RepositoryStep[]): Step[] => steps as Step[];

/** stepProblems says what keeps steps from being run, with these functions of the project. */
export function stepProblems(steps: readonly RepositoryStep[], functions: readonly KeywordFunction[]): StepProblem[] {
  const names = new Set(functions.map(({ name }) => name));
  return [...allSteps(steps)].flatMap((step) => {
    const keyword = findKeyword(step.keyword);
    if (!keyword) return [{ stepId: step.id, field: 'keyword', message: `There is no keyword “${step.keyword}”.` }];
    const found: StepProblem[] = [];
    if (keyword.target === 'required' && !step.target)
      found.push({ stepId: step.id, field: 'target', message: `${keyword.title} needs an element.` });
    for (const { name, label, required } of keyword.parameters)
      if (required && argumentOf(keyword, step.args, name) === '')
        found.push({ stepId: step.id, field: name, message: `${keyword.title} needs ${label}.` });
    if (step.keyword === 'callFunction' && !names.has(step.args.function ?? ''))
      found.push({ stepId: step.id, field: 'function', message: 'This project has no such function.' });
    return found;
  });
}
