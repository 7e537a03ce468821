import { toPlaywright } from '../core/export/to-playwright.ts';
import type { KeywordFunction } from '../core/step.ts';
import { readText } from '../core/text/read-text.ts';

/** formatPlaywright returns the statements that a script's text is exported as, without the code around them. */
export function formatPlaywright(text: string, functions: KeywordFunction[] = []): string[] {
  const { steps, problems } = readText(text, { functions });
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  const code = toPlaywright({ name: 'Order', steps, functions });
  const body = code.slice(code.lastIndexOf('const vars: Vars = {};'));
  return body
    .split('\n')
    .slice(1, -2)
    .map((line) => line.slice(2));
}
