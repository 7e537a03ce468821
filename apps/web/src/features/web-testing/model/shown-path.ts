import { runTargetTitle, type ScriptStepResult, type TestReport } from '@touchstone/contracts/web-testing';

/** shownPath returns the containers of a step, without a script or target that is the same for all shown steps. */
export function shownPath(
  { path, target }: Pick<ScriptStepResult, 'path' | 'target'>,
  { targets, scripts }: Pick<TestReport, 'targets' | 'scripts'>,
  isOfOneTarget: boolean,
): string[] {
  const isOfOneScript = scripts.length === 1;
  if (targets.length === 1) return isOfOneScript ? path.slice(1) : path;
  // A step that hasn't run yet doesn't know its containers.
  const planned = targets[target];
  const [title = planned ? runTargetTitle(planned) : '', script = '', ...inner] = path;
  return [isOfOneTarget ? '' : title, isOfOneScript ? '' : script, ...inner].filter((part) => part !== '');
}
