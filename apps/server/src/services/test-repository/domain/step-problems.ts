import type { RepositoryStep, StepProblem } from '@touchstone/contracts/test-repository';
import { checkSteps, type KeywordFunction, type Step } from '@touchstone/engine-keyword/core';

/** engineSteps casts steps to the engine's type: fields that are absent there may be undefined here. */
export const engineSteps = (steps: readonly RepositoryStep[]): Step[] => steps as Step[];

/** stepProblems returns what prevents steps from running, with these functions of the project. */
export const stepProblems = (steps: readonly RepositoryStep[], functions: readonly KeywordFunction[]): StepProblem[] =>
  checkSteps(engineSteps(steps), { functions });
