import type { Locator, Target } from '../../step.ts';
import type { Link, Token } from './statements.ts';
import { readValue } from './values.ts';

/** Properties of an element, by name. */
export type Properties = ReadonlyMap<string, string>;

/** How elements of a class are found by their visible name. */
interface Look {
  /** Role known to assistive technology; the element's name is its accessible name. */
  role?: string;
  /** By the text of a label. */
  isField?: true;
  /** The tag, if it is always the same. */
  tag?: string;
}

const looks: Readonly<Record<string, Look>> = {
  webedit: { isField: true },
  webnumber: { isField: true },
  webrange: { isField: true },
  webfile: { isField: true, tag: 'input' },
  weblist: { isField: true, role: 'combobox' },
  webcheckbox: { isField: true, role: 'checkbox', tag: 'input' },
  webradiogroup: { tag: 'input' },
  webbutton: { role: 'button' },
  link: { role: 'link', tag: 'a' },
  viewlink: { role: 'link', tag: 'a' },
  image: { role: 'img', tag: 'img' },
  webtable: { role: 'table', tag: 'table' },
  webelement: {},
  webarea: { tag: 'area' },
  webtabstrip: { role: 'tablist' },
  webmenu: { role: 'menu' },
};
/** Classes of the containers around elements. */
const places = new Set(['browser', 'page', 'frame']);

/** classOf returns the class of an element or container; undefined if the name isn't one. */
export function classOf(name: string): string | undefined {
  const word = name.toLowerCase();
  return places.has(word) || Object.hasOwn(looks, word) ? word : undefined;
}

/** The object that a chain refers to, and the method called on it. */
export interface Named {
  /** Class of the last object. */
  kind: string;
  /** For an element; undefined: the browser or the page. */
  target: Target | undefined;
  /** The links after the objects. */
  rest: Link[];
  /** Why the element couldn't be identified. */
  problem?: string;
}

const textProperties = new Set(['innertext', 'outertext', 'text', 'visible text', 'inner_text']);
/** Properties that don't help to find an element. */
const ignored = new Set([
  'micclass',
  'class name',
  'visible',
  'abs_x',
  'abs_y',
  'x',
  'y',
  'width',
  'height',
  'enabled',
  'html tag',
  'index',
]);
const attributeNames: Readonly<Record<string, string>> = {
  'html id': 'id',
  'file name': 'src',
  url: 'href',
  acc_name: 'aria-label',
};

const quoted = (text: string): string => JSON.stringify(text);
/** Values are patterns; those that are open only at the ends become a substring search. */
function patternOf(value: string): { text: string; isPart: boolean } | undefined {
  const text = value.replace(/^\.\*|\.\*$/g, '');
  const plain = text.replace(/\\([.*+?()[\]{}|^$/\\-])/g, '$1');
  if (/(?<!\\)(?:\.\*|\.\+|\||\[.*\]|\\d)/.test(text)) return undefined;
  return { text: plain, isPart: text !== value };
}

/**
 * nameTarget resolves a chain of objects; undefined if its first name is no object. `described` are descriptions by
 * variable.
 */
export function nameTarget(links: readonly Link[], described: ReadonlyMap<string, Properties>): Named | undefined {
  const end = links.findIndex(({ name }) => classOf(name) === undefined);
  const objects = end === -1 ? links : links.slice(0, end);
  const last = objects.at(-1);
  if (!last) return undefined;
  const kind = classOf(last.name) ?? '';
  const rest = end === -1 ? [] : links.slice(end);
  const frames = objects.filter(({ name }) => name.toLowerCase() === 'frame');
  const frame = frames.flatMap((one) => frameOf(propertiesOf(one, described)));
  if (frame.length < frames.length)
    return { kind, target: undefined, rest, problem: 'Nothing in the description of its frame finds it.' };
  if (places.has(kind)) return { kind, target: undefined, rest };
  const properties = propertiesOf(last, described);
  if (!properties) return { kind, target: undefined, rest, problem: 'Its description is computed.' };
  const found = locatorsOf(kind, properties);
  if (found.length === 0)
    return { kind, target: undefined, rest, problem: 'Nothing in its description finds an element.' };
  return { kind, target: { name: titleOf(properties), locators: found, frame }, rest };
}

const titleOf = (properties: Properties): string =>
  (
    [...properties.entries()].find(([name]) => name === '' || name === 'name' || textProperties.has(name))?.[1] ??
    [...properties.values()][0] ??
    ''
  ).slice(0, 255);

/** A logical name has an empty key; undefined if one is computed. */
function propertiesOf({ args = [] }: Link, described: ReadonlyMap<string, Properties>): Properties | undefined {
  const found = new Map<string, string>();
  for (const tokens of args) {
    const given = known(tokens, described) ?? written(tokens);
    if (!given) return undefined;
    for (const [name, value] of given) found.set(name, value);
  }
  return found;
}

const known = (tokens: readonly Token[], described: ReadonlyMap<string, Properties>): Properties | undefined =>
  tokens.length === 1 && tokens[0]?.kind === 'word' ? described.get(tokens[0].text.toLowerCase()) : undefined;

function written(tokens: readonly Token[]): Properties | undefined {
  const text = readValue(tokens);
  const [, name = '', value = text] = /^([\w /-]+):=(.*)$/s.exec(text ?? '') ?? [];
  return value === undefined ? undefined : new Map([[name.trim().toLowerCase(), value]]);
}

function frameOf(properties: Properties | undefined): Locator[] {
  const name = properties?.get('') ?? properties?.get('name') ?? properties?.get('html id') ?? properties?.get('title');
  if (name === undefined) return [];
  return [
    {
      by: 'css',
      value: `:is(iframe, frame):is([name=${quoted(name)}], [id=${quoted(name)}], [title=${quoted(name)}])`,
    },
  ];
}

function locatorsOf(kind: string, properties: Properties): Locator[] {
  const logical = properties.get('');
  return logical === undefined ? described(kind, properties) : byName(kind, logical);
}

/** A logical name's definition is in the object repository; most equal the element's name, label or text. */
function byName(kind: string, name: string): Locator[] {
  const { role, isField, tag = '' } = looks[kind] ?? {};
  const found: Locator[] = [];
  if (role !== undefined) found.push({ by: 'role', value: role, name });
  if (isField) found.push({ by: 'label', value: name }, { by: 'placeholder', value: name });
  if (kind === 'webelement') found.push({ by: 'text', value: name, exact: true });
  for (const attribute of ['name', 'id']) found.push({ by: 'css', value: `${tag}[${attribute}=${quoted(name)}]` });
  return found;
}

function described(kind: string, properties: Properties): Locator[] {
  const xpath = properties.get('xpath');
  const css = properties.get('css') ?? properties.get('css selector');
  if (xpath !== undefined) return [{ by: 'xpath', value: xpath }];
  if (css !== undefined) return [{ by: 'css', value: css }];
  const counted = [...properties].filter(([name]) => !ignored.has(name));
  const isText = (name: string) => textProperties.has(name) || (name === 'name' && namedByText.has(kind));
  const texts = counted.filter(([name]) => isText(name)).map(([, value]) => textWay(kind, value));
  const selectors = counted.filter(([name]) => !isText(name)).map(([name, value]) => selectorOf(name, value));
  if (texts.includes(undefined) || selectors.includes(undefined)) return [];
  const found = texts.filter((way) => way !== undefined);
  const tag = (properties.get('html tag') ?? looks[kind]?.tag ?? '').toLowerCase();
  const selector = selectors.length > 0 || found.length === 0 ? tag + selectors.join('') : '';
  const index = properties.get('index');
  if (selector !== '') return [{ by: 'css', value: nth(selector, index) }, ...found];
  return index === undefined || index === '0' ? found : [];
}

/** Elements that are named by their visible text. */
const namedByText = new Set(['webbutton', 'link', 'viewlink']);

function textWay(kind: string, value: string): Locator | undefined {
  const pattern = patternOf(value);
  const role = looks[kind]?.role;
  if (!pattern) return undefined;
  const { text, isPart } = pattern;
  const way: Locator = role === undefined ? { by: 'text', value: text } : { by: 'role', value: role, name: text };
  return isPart ? way : { ...way, exact: true };
}

function selectorOf(name: string, value: string): string | undefined {
  const pattern = patternOf(value);
  const attribute = name.startsWith('attribute/') ? name.slice(10) : (attributeNames[name] ?? name);
  if (!pattern || !/^[\w-]+$/.test(attribute)) return undefined;
  if (name === 'class')
    return pattern.text
      .split(/\s+/)
      .map((one) => `.${one}`)
      .join('');
  return `[${attribute}${pattern.isPart ? '*' : ''}=${quoted(pattern.text)}]`;
}

/** Counted from 0. */
const nth = (selector: string, index: string | undefined): string =>
  index === undefined || !/^\d+$/.test(index) ? selector : `:nth-match(${selector}, ${Number(index) + 1})`;
