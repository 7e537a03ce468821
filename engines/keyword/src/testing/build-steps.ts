import { newStep, type Step, type Target } from '../core/step.ts';

let count = 0;

/** step gives a step of this keyword with an id of its own. */
export function step(
  keyword: string,
  args: Record<string, string> = {},
  given: Partial<Omit<Step, 'keyword' | 'args'>> = {},
): Step {
  count += 1;
  return newStep(given.id ?? `s${count}`, keyword, { ...given, args });
}

/** at gives the target that a CSS selector finds. */
export function at(name: string, css = `#${name}`): Target {
  return { name, locators: [{ by: 'css', value: css }], frame: [] };
}
