import type { ElementPrint } from './print.ts';
import {
  type PreparedText,
  sequenceSimilarity,
  setSimilarity,
  type TextReader,
  textSimilarity,
  wordsOf,
} from './texts.ts';

/** Properties by which elements are compared. */
export const traits = [
  'role',
  'tag',
  'type',
  'name',
  'placeholder',
  'id',
  'field name',
  'link',
  'test id',
  'class',
  'other attributes',
  'before and after',
  'within',
  'path',
  'order',
  'place',
  'size',
] as const;
export type Trait = (typeof traits)[number];

/** A print prepared for comparison: the value of each trait, and the visible text. */
export interface PreparedPrint {
  print: ElementPrint;
  shown: Record<Trait, string>;
  name: PreparedText;
  placeholder: PreparedText;
  idWords: Set<string>;
  fieldWords: Set<string>;
  testWords: Set<string>;
  linkParts: string[];
  classes: Set<string>;
  otherAttributes: Set<string>;
  before: PreparedText;
  after: PreparedText;
  within: PreparedText[];
  pathTags: string[];
  pathNames: Set<string>;
}

const inputRoles: Record<string, string> = {
  button: 'button',
  submit: 'button',
  reset: 'button',
  image: 'button',
  checkbox: 'checkbox',
  radio: 'radio',
  range: 'slider',
  number: 'spinbutton',
  search: 'searchbox',
};
const tagRoles: Record<string, string> = {
  button: 'button',
  summary: 'button',
  select: 'combobox',
  textarea: 'textbox',
  img: 'img',
  option: 'option',
  nav: 'navigation',
  td: 'cell',
  th: 'columnheader',
  li: 'listitem',
};

/** roleOf returns an element's ARIA role (HTML-AAM), as far as its tag and type determine it. */
export function roleOf({ tag, type, attributes }: ElementPrint): string {
  if (attributes.role) return attributes.role;
  if (tag === 'a' || tag === 'area') return attributes.href === undefined ? '' : 'link';
  if (tag === 'input') return inputRoles[type] ?? 'textbox';
  return /^h[1-6]$/.test(tag) ? 'heading' : (tagRoles[tag] ?? '');
}

/** nameOf returns an element's visible or accessible name. */
export const nameOf = ({ label, text, attributes, placeholder }: ElementPrint): string =>
  label || text || attributes.alt || attributes.title || placeholder;

/**
 * looksTheSame returns whether an element shows the same as the known one, in the same part of the page, so that people
 * wouldn't take it for another.
 */
export function looksTheSame(known: ElementPrint, now: ElementPrint): boolean {
  const facts = (print: ElementPrint) => [print.tag, print.type, nameOf(print), print.attributes.href, print.within[0]];
  return nameOf(known) !== '' && facts(known).every((fact, at) => fact === facts(now)[at]);
}

const testAttributes = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'];
/** Attributes that are separate traits, or describe an element's momentary state. */
const ownTraits = new Set([
  'id',
  'class',
  'name',
  'href',
  'role',
  'type',
  'placeholder',
  'title',
  'alt',
  'aria-label',
  'aria-labelledby',
  'aria-expanded',
  'aria-selected',
  'aria-checked',
  'aria-pressed',
  'disabled',
  'checked',
  'selected',
  ...testAttributes,
]);
const center = ({ x, y, width, height }: ElementPrint['box']) => ({ x: x + width / 2, y: y + height / 2 });

/** linkPartsOf returns the parts of a URL's path, without the host and what a build adds. */
const linkPartsOf = (href: string): string[] =>
  href
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .split(/[/?#&=]+/)
    .map((part) => part.toLowerCase().replace(/\.(?:html?|php|aspx?|jsp)$/, ''))
    .filter((part) => part !== '' && part !== '.' && part !== '..' && part !== 'index');

/** preparePrint computes once what every comparison needs. */
export function preparePrint(print: ElementPrint, texts: TextReader): PreparedPrint {
  const { tag, type, placeholder, attributes, neighbours, within, path, box, twin } = print;
  const testId = testAttributes.map((name) => attributes[name]).find(Boolean) ?? '';
  const others = Object.entries(attributes)
    .filter(([attribute]) => !ownTraits.has(attribute))
    .map(([attribute, value]) => `${attribute}=${value}`);
  const { x, y } = center(box);
  return {
    print,
    shown: {
      role: roleOf(print),
      tag,
      type,
      name: nameOf(print),
      placeholder,
      id: attributes.id ?? '',
      'field name': attributes.name ?? '',
      link: attributes.href ?? '',
      'test id': testId,
      class: attributes.class ?? '',
      'other attributes': others.join(' '),
      'before and after': neighbours.filter(Boolean).join(' … '),
      within: within.join(' › '),
      path: path.slice(0, 4).toReversed().join(' > '),
      order: twin.count > 1 ? `${twin.index} of ${twin.count}` : '',
      place: `${Math.round(x)}, ${Math.round(y)}`,
      size: `${Math.round(box.width)} × ${Math.round(box.height)}`,
    },
    name: texts.read(nameOf(print)),
    placeholder: texts.read(placeholder),
    idWords: wordsOf(attributes.id ?? ''),
    fieldWords: wordsOf(attributes.name ?? ''),
    testWords: wordsOf(testId),
    linkParts: linkPartsOf(attributes.href ?? ''),
    classes: new Set((attributes.class ?? '').split(/\s+/).filter(Boolean)),
    otherAttributes: new Set(others),
    before: texts.read(neighbours[0] ?? ''),
    after: texts.read(neighbours[1] ?? ''),
    within: within.map((text) => texts.read(text)),
    pathTags: path.map((one) => one.replace(/[#.].*$/, '')),
    pathNames: new Set(path.flatMap((one) => one.split(/(?=[#.])/).slice(1))),
  };
}

const equal = (one: string, other: string): number => (one === other ? 1 : 0);

/** Equal except for numbers is slightly less than equal. */
const shownSimilarity = (text: string, other: string, one: PreparedText, another: PreparedText): number =>
  text.toLowerCase() === other.toLowerCase() ? 1 : Math.min(0.9, textSimilarity(one, another));

function idSimilarity(one: string, other: string, words: Set<string>, otherWords: Set<string>): number {
  return one === other ? 1 : 0.9 * setSimilarity(words, otherWords);
}

function linkSimilarity(one: PreparedPrint, other: PreparedPrint): number {
  const [parts, others] = [one.linkParts, other.linkParts];
  if (parts.length + others.length === 0) return equal(one.shown.link, other.shown.link);
  const inOrder = sequenceSimilarity(parts, others);
  return parts.at(-1) === others.at(-1) ? Math.max(0.7, inOrder) : Math.min(0.6, inOrder);
}

/** The best match of each part with one of the other's: an inserted part changes little. */
function withinSimilarity(one: readonly PreparedText[], other: readonly PreparedText[]): number {
  const bests = one.map((text) => Math.max(0, ...other.map((near) => textSimilarity(text, near))));
  const [innermost = 0] = bests;
  return 0.5 * innermost + (0.5 * bests.reduce((sum, best) => sum + best, 0)) / bests.length;
}

const sidesSimilarity = (one: PreparedPrint, other: PreparedPrint): number =>
  (textSimilarity(one.before, other.before) + textSimilarity(one.after, other.after)) / 2;

/** Tags in order, and ids and classes; a few added to a path with few of them say little. */
function pathSimilarity(one: PreparedPrint, other: PreparedPrint): number {
  const names = one.pathNames.size + other.pathNames.size;
  const inNames = (setSimilarity(one.pathNames, other.pathNames) * names + 2) / (names + 2);
  return 0.5 * sequenceSimilarity(one.pathTags, other.pathTags) + 0.5 * inNames;
}

/** Counted from the first or from the last one, whichever matches better. */
function orderSimilarity({ print: { twin } }: PreparedPrint, { print: { twin: other } }: PreparedPrint): number {
  const fromEnd = twin.count - twin.index - (other.count - other.index);
  return 1 / (1 + Math.min(Math.abs(twin.index - other.index), Math.abs(fromEnd)));
}

function placeSimilarity({ print: { box } }: PreparedPrint, { print: { box: otherBox } }: PreparedPrint): number {
  const [a, b] = [center(box), center(otherBox)];
  return Math.exp(-Math.hypot(a.x - b.x, a.y - b.y) / 200);
}

function sizeSimilarity({ print: { box } }: PreparedPrint, { print: { box: other } }: PreparedPrint): number {
  const ratio = (a: number, b: number) => (Math.min(a, b) + 1) / (Math.max(a, b) + 1);
  return Math.min(ratio(box.width, other.width), ratio(box.height, other.height));
}

const similarities: Record<Trait, (one: PreparedPrint, other: PreparedPrint) => number> = {
  role: (one, other) => equal(one.shown.role, other.shown.role),
  tag: (one, other) => equal(one.shown.tag, other.shown.tag),
  type: (one, other) => equal(one.shown.type, other.shown.type),
  name: (one, other) => shownSimilarity(one.shown.name, other.shown.name, one.name, other.name),
  placeholder: (one, other) => textSimilarity(one.placeholder, other.placeholder),
  id: (one, other) => idSimilarity(one.shown.id, other.shown.id, one.idWords, other.idWords),
  'field name': (one, other) =>
    idSimilarity(one.shown['field name'], other.shown['field name'], one.fieldWords, other.fieldWords),
  link: linkSimilarity,
  'test id': (one, other) => idSimilarity(one.shown['test id'], other.shown['test id'], one.testWords, other.testWords),
  class: (one, other) => setSimilarity(one.classes, other.classes),
  'other attributes': (one, other) => setSimilarity(one.otherAttributes, other.otherAttributes),
  'before and after': sidesSimilarity,
  within: (one, other) => withinSimilarity(one.within, other.within),
  path: pathSimilarity,
  order: orderSimilarity,
  place: placeSimilarity,
  size: sizeSimilarity,
};

/** How two elements compare in a trait: how alike they are, or which of them has it at all. */
export const levels = ['same', 'close', 'some', 'other', 'lost', 'gained', 'none'] as const;
export type Level = (typeof levels)[number];

/** compareTrait returns how a known element compares with one of the page in a trait. */
export function compareTrait(
  trait: Trait,
  known: PreparedPrint,
  candidate: PreparedPrint,
): { level: Level; similarity: number } {
  const [was, is] = [known.shown[trait], candidate.shown[trait]];
  if (was === '') return is === '' ? { level: 'none', similarity: 1 } : { level: 'gained', similarity: 0 };
  if (is === '') return { level: 'lost', similarity: 0 };
  const similarity = similarities[trait](known, candidate);
  return { level: levelOf(similarity), similarity };
}

function levelOf(similarity: number): Level {
  if (similarity >= 0.95) return 'same';
  if (similarity >= 0.65) return 'close';
  return similarity >= 0.35 ? 'some' : 'other';
}
