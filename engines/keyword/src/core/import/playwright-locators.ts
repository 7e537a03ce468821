import { own } from '../own.ts';
import type { Locator, Target } from '../step.ts';
import { CallReader, type Chain, fieldOf, textValue, type Value } from './playwright-calls.ts';
import { tokenize } from './playwright-tokens.ts';

type Link = Chain['links'][number];

const byMethod: Record<string, Locator['by']> = {
  getByLabel: 'label',
  getByPlaceholder: 'placeholder',
  getByText: 'text',
  getByTestId: 'testid',
};

/** A text, or a regular expression for a literal text. */
function plainText(value: Value | undefined): string | undefined {
  if (value?.kind !== 'regex') return textValue(value);
  const text = value.text.replace(/^\^|\$$/g, '').replace(/\\([/.?+*()[\]{}|^$])/g, '$1');
  return /^[^.?+*()[\]{}|^$\\]*$/.test(value.text.replace(/^\^|\$$|\\[/.?+*()[\]{}|^$]/g, '')) ? text : undefined;
}

function withExact(way: Locator, options: Value | undefined): Locator {
  return fieldOf(options, 'exact') === 'true' ? { ...way, exact: true } : way;
}

function selectorWay(selector: string): Locator {
  const [, engine, value = ''] = /^(css|xpath|text|id|data-testid)=(.*)$/s.exec(selector) ?? [];
  if (engine === 'xpath' || selector.startsWith('//')) return { by: 'xpath', value: value || selector };
  if (engine === 'text') return { by: 'text', value };
  if (engine === 'data-testid') return { by: 'testid', value };
  if (engine === 'id') return { by: 'css', value: `[id=${JSON.stringify(value)}]` };
  return { by: 'css', value: value || selector };
}

function wayOf({ name, args = [] }: Link): Locator | undefined {
  const [first, options] = args;
  const text = plainText(first);
  if (text === undefined) return undefined;
  const by = own(byMethod, name);
  if (by) return withExact({ by, value: text }, options);
  switch (name) {
    case 'getByRole': {
      const given = options?.kind === 'object' ? options.fields.get('name') : undefined;
      const label = plainText(given);
      if (given && label === undefined) return undefined;
      return withExact(
        label === undefined ? { by: 'role', value: text } : { by: 'role', value: text, name: label },
        options,
      );
    }
    case 'getByTitle':
      return { by: 'css', value: `[title*=${JSON.stringify(text)} i]` };
    case 'getByAltText':
      return { by: 'css', value: `[alt*=${JSON.stringify(text)} i]` };
    case 'locator':
      return selectorWay(text);
    default:
      return undefined;
  }
}

/** Only CSS can select one of several elements. */
function nth(way: Locator | undefined, number: number): Locator | undefined {
  return way?.by === 'css' ? { by: 'css', value: `:nth-match(${way.value}, ${number})` } : undefined;
}

function narrowed(way: Locator | undefined, link: Link): Locator | undefined {
  if (link.name === 'first') return nth(way, 1);
  if (link.name === 'nth') {
    const index = Number(textValue(link.args?.[0]));
    return Number.isInteger(index) && index >= 0 ? nth(way, index + 1) : undefined;
  }
  if (link.name === 'filter') {
    const text = fieldOf(link.args?.[0], 'hasText');
    return way?.by === 'css' && text !== undefined
      ? { by: 'css', value: `${way.value}:has-text(${JSON.stringify(text)})` }
      : undefined;
  }
  const next = wayOf(link);
  if (!way || !next) return next;
  return way.by === 'css' && next.by === 'css' ? { by: 'css', value: `${way.value} ${next.value}` } : undefined;
}

/** targetOf reads the part of a chain that finds an element; undefined if one locator can't express it. */
export function targetOf(links: readonly Link[]): Target | undefined {
  const frame: Locator[] = [];
  let way: Locator | undefined;
  for (const link of links) {
    if (link.name === 'frameLocator') {
      const text = textValue(link.args?.[0]);
      if (text === undefined) return undefined;
      frame.push(selectorWay(text));
    } else if (link.name === 'contentFrame') {
      if (!way) return undefined;
      frame.push(way);
      way = undefined;
    } else {
      way = narrowed(way, link);
      if (!way) return undefined;
    }
  }
  return way && { name: way.name ?? way.value, locators: [way], frame };
}

/**
 * readPlaywrightTarget reads a locator in Playwright's syntax, such as `getByRole('button', { name: 'Sign in' })`;
 * undefined if a step's single locator can't express it.
 */
export function readPlaywrightTarget(code: string): Target | undefined {
  const reader = new CallReader(tokenize(`page.${code}`));
  const chain = reader.chain();
  return chain && reader.isAtEnd ? targetOf(chain.links) : undefined;
}
