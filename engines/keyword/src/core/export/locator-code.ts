import type { Locator, Target } from '../step.ts';
import { quoted, textCode } from './code-text.ts';

const methods: Partial<Record<Locator['by'], string>> = {
  testid: 'getByTestId',
  label: 'getByLabel',
  placeholder: 'getByPlaceholder',
  text: 'getByText',
};

function oneLocator({ by, value, name, exact }: Locator): string {
  if (by === 'css' || by === 'xpath') return `locator(${textCode(by === 'xpath' ? `xpath=${value}` : value)})`;
  const options = [name === undefined ? '' : `name: ${textCode(name)}`, exact ? 'exact: true' : ''].filter(Boolean);
  const more = options.length > 0 ? `, { ${options.join(', ')} }` : '';
  if (by === 'role') return `getByRole(${quoted(value)}${more})`;
  return `${methods[by]}(${textCode(value)}${by === 'testid' ? '' : more})`;
}

/** locatorCode returns Playwright's locator of an element, in the target's frames or the current ones. */
export function locatorCode(target: Target, frames: readonly Locator[]): string {
  const [first] = target.locators;
  const within = target.frame.length > 0 ? target.frame : frames;
  const way = within.map((frame) => `.${oneLocator(frame)}.contentFrame()`).join('');
  return `page${way}.${first ? oneLocator(first) : `locator(${quoted(target.name)})`}`;
}
