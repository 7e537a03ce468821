import { importVbScript } from '../core/import/import-vbscript.ts';
import { tellSteps } from './tell-steps.ts';

/**
 * tellVbScript returns what a VBScript test is read as: its steps, its functions, and unsupported statements with their
 * line.
 */
export function tellVbScript(code: string): string[] {
  return importVbScript(code).flatMap(({ steps, functions = [], problems }) => [
    ...tellSteps(steps),
    ...functions.flatMap((one) => [
      `function ${one.name}(${one.inputs.join(', ')}): ${one.outputs.join(', ')}`,
      ...tellSteps(one.steps, 1),
    ]),
    ...problems.map(({ line, message }) => `${line}: ${message}`),
  ]);
}
