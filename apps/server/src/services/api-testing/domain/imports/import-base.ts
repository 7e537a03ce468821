import type { ScriptInput } from '@touchstone/contracts/api-testing';
import type { ImportedStep, SavedExample, StepDocumentation } from '@touchstone/engine-import';
import { toHttpStep } from '../executions/functional-plan.ts';
import { type ImportProblem, scriptFromStep } from '../suites/script-from-step.ts';

/** stepOfScript maps a script to a step for merges and exports: what is sent, and what is written about it. */
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
 * importedStep maps a request of a document to the step its script would have, so that an unedited script equals its
 * source. Undefined if it can't be kept, which is reported. `withFolder` is false if each folder becomes its own suite.
 */
export function importedStep(
  step: ImportedStep,
  problems: ImportProblem[],
  withFolder = true,
): ImportedStep | undefined {
  const script = scriptFromStep(withFolder ? step : { ...step, group: '' }, problems);
  return script && stepOfScript(step.id, script);
}

/** sourceName returns a document's source without the secret parts of an address. */
export function sourceName(source: { fileName: string } | { address: string }): string {
  if ('fileName' in source) return source.fileName.slice(-255) || 'file';
  const { host, pathname } = new URL(source.address);
  return `${host}${pathname}`.slice(0, 255);
}
