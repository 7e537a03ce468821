import { type Locator, locatorKinds } from './step.ts';

const plainWord = /^[\w-]+$/;
const written = (text: string): string => (plainWord.test(text) ? text : JSON.stringify(text));

/** formatLocator writes a locator as people type it: `role=button name="Sign in"`, `css=#total`, `label=Email exact`. */
export function formatLocator({ by, value, name, exact }: Locator): string {
  if (by === 'css' || by === 'xpath') return `${by}=${value}`;
  return `${by}=${written(value)}${name === undefined ? '' : ` name=${written(name)}`}${exact ? ' exact' : ''}`;
}

const prefix = new RegExp(`^(${locatorKinds.join('|')})\\s*=\\s*`, 'i');
const quoted = /^"((?:[^"\\]|\\.)*)"/;

/** A text in quotes, or up to the next space, and what follows it. */
function readValue(text: string): [value: string, rest: string] {
  const match = quoted.exec(text);
  if (match) {
    try {
      return [JSON.parse(match[0]) as string, text.slice(match[0].length)];
    } catch {
      return [match[1] ?? '', text.slice(match[0].length)];
    }
  }
  const end = text.search(/\s/);
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end)];
}

/** What a locator without a kind must be: a path, a selector, or a text that is shown. */
function guess(text: string): Locator {
  if (/^\(*\.?\/\//.test(text)) return { by: 'xpath', value: text };
  if (/^[#.[]|^[a-z][\w-]*(?:[#.[:>]|\s*>)/.test(text)) return { by: 'css', value: text };
  const [value, rest] = quoted.test(text) ? readValue(text) : [text, ''];
  return rest.trim() === '' ? { by: 'text', value } : { by: 'text', value: text };
}

/** readLocator reads what `formatLocator` writes; a text without a kind is a path, a selector, or a text that the element shows. Undefined: nothing is there. */
export function readLocator(text: string): Locator | undefined {
  const given = text.trim();
  if (given === '') return undefined;
  const match = prefix.exec(given);
  if (!match) return guess(given);
  const by = match[1]?.toLowerCase() as Locator['by'];
  const after = given.slice(match[0].length);
  if (after === '') return undefined;
  if (by === 'css' || by === 'xpath') return { by, value: after };
  const [value, rest] = readValue(after);
  const named = by === 'role' ? /^\s+name\s*=\s*/i.exec(rest) : null;
  // Words that follow without quotes belong to the text.
  if (!named && rest.trim() !== '' && !/^\s+exact$/i.test(rest)) {
    const isExact = /\s+exact$/i.test(after);
    const whole = isExact ? after.replace(/\s+exact$/i, '') : after;
    return { by, value: whole, ...(isExact && { exact: true }) };
  }
  const [name, tail] = named ? readValue(rest.slice(named[0].length)) : [undefined, rest];
  return { by, value, ...(name !== undefined && { name }), ...(/\bexact\b/i.test(tail) && { exact: true }) };
}
