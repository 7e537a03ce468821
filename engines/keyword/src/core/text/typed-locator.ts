import { type Locator, locatorKinds } from '../step.ts';
import { readLocator } from './locator-text.ts';

const prefix = new RegExp(`^(${locatorKinds.join('|')})\\s*=\\s*(?=\\S)`, 'i');

/** What a text without a kind must be: a path, a selector, or a text that the element shows. */
function guess(text: string): Locator {
  if (/^\(*\.?\/\//.test(text)) return { by: 'xpath', value: text };
  if (/^[#.[]|^[a-z][\w-]*(?:[#.[:>]|\s*>)/.test(text)) return { by: 'css', value: text };
  return { by: 'text', value: text };
}

/**
 * readTypedLocator reads a locator as people type it: in the form of `toLocatorText`, with a kind and no quotes
 * (`label=E-mail address`), or without a kind: `#total` is a selector, `//td` a path, anything else a text that the
 * element shows. Undefined if the text is empty.
 */
export function readTypedLocator(text: string): Locator | undefined {
  const given = text.trim();
  if (given === '') return undefined;
  const strict = readLocator(given);
  if (strict) return strict;
  const match = prefix.exec(given);
  if (!match) return /^\w+=$/.test(given) ? undefined : guess(given);
  const by = match[1]?.toLowerCase() as Locator['by'];
  const rest = given.slice(match[0].length);
  // With a lower-case kind and no space around the equals sign, it may be a complete locator.
  const whole = readLocator(`${by}=${rest}`);
  if (whole) return whole;
  if (by === 'css' || by === 'xpath') return { by, value: rest };
  const isExact = /\s+exact$/.test(rest);
  return { by, value: isExact ? rest.replace(/\s+exact$/, '') : rest, ...(isExact && { exact: true }) };
}
