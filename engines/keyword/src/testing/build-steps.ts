import { newStep, type Step, type Target } from '../core/step.ts';

let count = 0;

/** step returns a step of this keyword with a unique id. */
export function step(
  keyword: string,
  args: Record<string, string> = {},
  given: Partial<Omit<Step, 'keyword' | 'args'>> = {},
): Step {
  count += 1;
  return newStep(given.id ?? `s${count}`, keyword, { ...given, args });
}

/** at returns the target of a CSS selector. */
export function at(name: string, css = `#${name}`): Target {
  return { name, locators: [{ by: 'css', value: css }], frame: [] };
}
