import type { ScriptInput } from '@touchstone/contracts/api-testing';
import type { ImportedStep, SavedExample, StepDocumentation } from '@touchstone/engine-import';
import { toHttpStep } from '../executions/functional-plan.ts';
import { type ImportProblem, scriptFromStep } from '../suites/script-from-step.ts';

/** stepOfScript is a script as the merge and the exports know it: what is sent, and what is written about it. */
export function stepOfScript(id: string, { scriptId: _, authentication, ...document }: ScriptInput): ImportedStep {
  const { description, documentation, examples = [], folder = '' } = document;
  return {
    ...toHttpStep({ stepId: id, suiteId: folder, document }, authentication),
    ...(description === '' ? {} : { description }),
    ...(documentation && { documentation: documentation as StepDocumentation }),
    ...(examples.length === 0 ? {} : { examples: examples as SavedExample[] }),
  };
}

/**
 * importedStep is a request of a document as a script would hold it, so that an unedited script equals the one that it was made
 * from. Undefined where it cannot be kept, which is said. `withFolder` is false where each folder is a suite of its own.
 */
export function importedStep(
  step: ImportedStep,
  problems: ImportProblem[],
  withFolder = true,
): ImportedStep | undefined {
  const script = scriptFromStep(withFolder ? step : { ...step, group: '' }, problems);
  return script && stepOfScript(step.id, script);
}

/** sourceName names where a document came from, without what an address may keep secret. */
export function sourceName(source: { fileName: string } | { address: string }): string {
  if ('fileName' in source) return source.fileName.slice(-255) || 'file';
  const { host, pathname } = new URL(source.address);
  return `${host}${pathname}`.slice(0, 255);
}
