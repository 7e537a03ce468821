import { runTargetTitle, type ScriptStepResult, type TestReport } from '@touchstone/contracts/web-testing';

/** shownPath is what a step lies in, without what is the same for all steps that are shown: their only script and their only target. */
export function shownPath(
  { path, target }: Pick<ScriptStepResult, 'path' | 'target'>,
  { targets, scripts }: Pick<TestReport, 'targets' | 'scripts'>,
  isOfOneTarget: boolean,
): string[] {
  const isOfOneScript = scripts.length === 1;
  if (targets.length === 1) return isOfOneScript ? path.slice(1) : path;
  // What has not run yet says nothing of where it lies.
  const planned = targets[target];
  const [title = planned ? runTargetTitle(planned) : '', script = '', ...inner] = path;
  return [isOfOneTarget ? '' : title, isOfOneScript ? '' : script, ...inner].filter((part) => part !== '');
}
