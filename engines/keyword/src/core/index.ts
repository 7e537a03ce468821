export { argumentOf, catalogue, findKeyword } from './catalogue.ts';
export {
  conditionStates,
  type Keyword,
  keywordGroups,
  type Operator,
  operators,
  type Parameter,
  type ParameterType,
  type Surface,
} from './keyword.ts';
export { formatLocator, readLocator } from './locator-text.ts';
export {
  evidenceChoices,
  failureActions,
  type KeywordFunction,
  type Locator,
  locatorKinds,
  newStep,
  type Step,
  stepLimits,
  type Target,
} from './step.ts';
