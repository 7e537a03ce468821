import type { RepositoryStep, StepProblem } from '@touchstone/contracts/test-repository';
import { checkSteps, type KeywordFunction, type Step } from '@touchstone/engine-keyword/core';

/** engineSteps are steps as the engine takes them: what is absent there may be undefined here. */
export const engineSteps = (steps: readonly RepositoryStep[]): Step[] => steps as Step[];

/** stepProblems says what keeps steps from being run, with these functions of the project. */
export const stepProblems = (steps: readonly RepositoryStep[], functions: readonly KeywordFunction[]): StepProblem[] =>
  checkSteps(engineSteps(steps), { functions });
