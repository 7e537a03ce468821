export { argumentOf, catalogue, findKeyword } from './catalogue.ts';
export { type CheckContext, checkSteps, type Problem } from './check/check-steps.ts';
export { type ScriptVariables, scriptVariables } from './check/script-variables.ts';
export { compareTexts } from './compare-texts.ts';
export { toGherkin } from './export/to-gherkin.ts';
export { toPlaywright } from './export/to-playwright.ts';
export { formatOf, importScripts, type ScriptFormat, scriptFormats } from './import/import-script.ts';
export { ImportError, type ImportedScript } from './import/imported-script.ts';
export { readPlaywrightTarget } from './import/playwright-locators.ts';
export {
  accessibilityImpacts,
  accessibilityStandards,
  conditionStates,
  type Keyword,
  keywordGroups,
  type Operator,
  operators,
  type Parameter,
  type ParameterType,
  type Surface,
} from './keyword.ts';
export { listOf, pairsOf } from './lines.ts';
export type {
  Driver,
  DriverCall,
  Evidence,
  Healing,
  LogLine,
  Measure,
  Outcome,
  PictureResult,
  StateAnswer,
  StateQuestion,
  Suspect,
  Violation,
} from './run/driver.ts';
export { mask as hiddenSecret, secretMask } from './run/mask-secrets.ts';
export type { RunEvent, RunResult, StepAttempt, StepPlace, StepResult, StepStatus } from './run/run-event.ts';
export { type RunPlan, type RunPorts, runLimits } from './run/run-plan.ts';
export { runSteps } from './run/run-steps.ts';
export { fillVariables } from './run/variables.ts';
export {
  fromJson,
  keywordFunctionSchema,
  type ReadScript,
  type Script,
  stepSchema,
  targetSchema,
  toJson,
} from './script.ts';
export { fromSentences, type Understood } from './sentences/from-sentences.ts';
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
export { describeStep } from './text/describe-step.ts';
export { readLocator, toLocatorText } from './text/locator-text.ts';
export { type ReadSteps, readText, type TextProblem } from './text/read-text.ts';
export { toText } from './text/to-text.ts';
export { readTypedLocator } from './text/typed-locator.ts';
