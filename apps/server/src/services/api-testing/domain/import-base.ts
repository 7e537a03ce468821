import type { ScriptInput } from '@touchstone/contracts';
import type { HttpStep } from '@touchstone/engine-http';
import { toHttpStep } from './functional-plan.ts';
import { type ImportProblem, scriptFromStep } from './script-from-step.ts';

/** stepOfScript is a script as the merge compares it. */
export function stepOfScript(id: string, { scriptId: _, authentication, ...document }: ScriptInput): HttpStep {
  return toHttpStep({ stepId: id, suiteId: '', document }, authentication);
}

/**
 * importedStep is a request of a document as a script would hold it, so that a script which nobody edited equals the one that it was made
 * from. Undefined where it cannot be kept, which is said.
 */
export function importedStep(step: HttpStep, problems: ImportProblem[]): HttpStep | undefined {
  const script = scriptFromStep(step, problems);
  return script && stepOfScript(step.id, script);
}

/** sourceName names where a document came from, without what an address may keep secret. */
export function sourceName(source: { fileName: string } | { address: string }): string {
  if ('fileName' in source) return source.fileName.slice(-255) || 'file';
  const { host, pathname } = new URL(source.address);
  return `${host}${pathname}`.slice(0, 255);
}
