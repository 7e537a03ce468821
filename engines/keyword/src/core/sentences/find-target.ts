import type { Locator, Target } from '../step.ts';
import { isQuoted, type Phrase, putBack } from './phrase.ts';

/** What a sentence is about to do with an element, if it doesn't state the kind of element. */
export type Purpose = 'click' | 'fill' | 'choose' | 'check' | 'look';

const role =
  (value: string) =>
  (name: string | undefined): Locator[] => [name === undefined ? { by: 'role', value } : { by: 'role', value, name }];
const byLabel = (name: string): Locator[] => [
  { by: 'label', value: name },
  { by: 'placeholder', value: name },
];
const field = (name: string | undefined): Locator[] =>
  name === undefined ? [{ by: 'role', value: 'textbox' }] : [...byLabel(name), { by: 'role', value: 'textbox', name }];

/** Words for kinds of elements; longer ones first. */
const kinds: [words: string, locators: (name: string | undefined) => Locator[]][] = [
  ['radio button|radio', role('radio')],
  ['menu item', role('menuitem')],
  ['check ?box|tick ?box', role('checkbox')],
  [
    'search (?:field|box)',
    (name) => (name === undefined ? [...role('searchbox')(undefined), ...byLabel('Search')] : field(name)),
  ],
  ['(?:text|input) ?(?:field|box|area)|field|input|textbox|text ?area', field],
  [
    'drop-?down(?: list| menu)?|combo ?box|select(?: box)?|list ?box',
    (name) => [...(name ? byLabel(name) : []), ...role('combobox')(name)],
  ],
  ['button', role('button')],
  ['link', role('link')],
  ['tab', role('tab')],
  ['heading|headline', role('heading')],
  ['image|picture|icon', role('img')],
  ['switch|toggle', role('switch')],
  ['option', role('option')],
  ['dialog|popup|pop-up', role('dialog')],
  ['alert|error message', role('alert')],
  ['table', role('table')],
  ['list', role('list')],
  ['row', role('row')],
  ['cell', role('cell')],
];

const withoutKind: Record<Purpose, (name: string) => Locator[]> = {
  click: (name) => [...role('button')(name), ...role('link')(name), { by: 'text', value: name }],
  fill: field,
  choose: (name) => [...byLabel(name), ...role('combobox')(name)],
  check: (name) => [...role('checkbox')(name), { by: 'label', value: name }],
  look: (name) => [{ by: 'text', value: name }, ...byLabel(name), { by: 'testid', value: name }],
};

const article = /^(?:the|a|an|on|my|your|this|that)\s+/i;
const called = /\s*(?:called|named|labelled|labeled|with the (?:name|label|text))\s+/i;

function selectorOf(text: string): Locator | undefined {
  if (/^\/\/|^\(\/\//.test(text)) return { by: 'xpath', value: text };
  return /^[#.[][\w-]|^[a-z][a-z0-9-]*(?:[.#[:][\w-]|\s*>\s*[\w.#[])/.test(text)
    ? { by: 'css', value: text }
    : undefined;
}

/** Splits "the Sign in button" and "button Sign in" into kind and name. */
function kindOf(words: string): { name: string; locators: (name: string | undefined) => Locator[] } | undefined {
  for (const [pattern, locators] of kinds) {
    const after = new RegExp(`^(.*?)\\s*\\b(?:${pattern})$`, 'i').exec(words);
    if (after) return { name: after[1] ?? '', locators };
    const before = new RegExp(`^(?:${pattern})(?:${called.source}|\\s+)(.+)$`, 'i').exec(words);
    if (before) return { name: before[1] ?? '', locators };
  }
  return undefined;
}

/** findTarget returns the element that words such as "the Sign in button" refer to; undefined if they refer to none. */
export function findTarget(words: string, phrase: Phrase, purpose: Purpose): Target | undefined {
  let plain = words.trim();
  for (let shorter = plain.replace(article, ''); shorter !== plain; shorter = plain.replace(article, ''))
    plain = shorter;
  if (plain === '') return undefined;
  const text = putBack(plain, phrase);
  const selector = isQuoted(plain) ? selectorOf(text) : undefined;
  if (selector) return { name: text, locators: [selector], frame: [] };
  const kind = kindOf(plain);
  const name = kind ? putBack(kind.name.replace(article, ''), phrase) : text;
  const locators = kind ? kind.locators(name === '' ? undefined : name) : withoutKind[purpose](name);
  return { name: text, locators, frame: [] };
}
