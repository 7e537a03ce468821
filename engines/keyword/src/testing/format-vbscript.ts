import { importVbScript } from '../core/import/import-vbscript.ts';
import { formatSteps } from './format-steps.ts';

/**
 * formatVbScript returns what a VBScript test is read as: its steps, its functions, and unsupported statements with their
 * line.
 */
export function formatVbScript(code: string): string[] {
  return importVbScript(code).flatMap(({ steps, functions = [], problems }) => [
    ...formatSteps(steps),
    ...functions.flatMap((one) => [
      `function ${one.name}(${one.inputs.join(', ')}): ${one.outputs.join(', ')}`,
      ...formatSteps(one.steps, 1),
    ]),
    ...problems.map(({ line, message }) => `${line}: ${message}`),
  ]);
}
