import { newId } from '@touchstone/kernel';
import { own } from '../own.ts';
import { documentCharacters } from '../script.ts';
import { toLocatorText } from '../text/locator-text.ts';
import { ImportError, type ImportedScript, ScriptBuilder } from './imported-script.ts';
import { CallReader, type Chain, fieldOf, textValue, type Value } from './playwright-calls.ts';
import { targetOf } from './playwright-locators.ts';
import { screenshotOf } from './playwright-screenshot.ts';
import { bodyOf, findFrom, shown, statementsOf } from './playwright-statements.ts';
import { type Token, tokenize } from './playwright-tokens.ts';

type Args = Record<string, string>;
type Link = Chain['links'][number];

const given = (args: Record<string, string | undefined>): Args =>
  Object.fromEntries(Object.entries(args).filter((entry): entry is [string, string] => entry[1] !== undefined));
const missing = Symbol('not understood');
type Read = Args | typeof missing;

/** Arguments, if the first one is understood. */
const needs = (name: string, value: Value | undefined, more: Record<string, string | undefined> = {}): Read => {
  const text = textValue(value);
  return text === undefined ? missing : given({ [name]: text, ...more });
};

function listText(value: Value | undefined): string | undefined {
  if (value?.kind !== 'list') return undefined;
  return value.items.map((item) => textValue(item) ?? '').join('\n');
}

function clickArgs([options]: Value[]): Read {
  const position = options?.kind === 'object' ? options.fields.get('position') : undefined;
  return given({
    button: fieldOf(options, 'button'),
    count: fieldOf(options, 'clickCount'),
    modifiers: options?.kind === 'object' ? listText(options.fields.get('modifiers')) : undefined,
    x: fieldOf(position, 'x'),
    y: fieldOf(position, 'y'),
  });
}

function tapArgs([options]: Value[]): Read {
  const { x, y } = clickArgs([options as Value]) as Args;
  return given({ x, y });
}

function optionArgs([value]: Value[]): Read {
  const one = value?.kind === 'list' && value.items.length === 1 ? value.items[0] : value;
  const index = fieldOf(one, 'index');
  if (index !== undefined) return { by: 'number', value: String(Number(index) + 1) };
  const label = fieldOf(one, 'label');
  if (label !== undefined) return { value: label };
  return needs('value', one?.kind === 'object' ? one.fields.get('value') : one, { by: 'value' });
}

/** Methods of an element, and of `expect` of one: the keyword and its arguments. */
const elementCalls: Record<string, [keyword: string, args: (args: Value[]) => Read]> = {
  click: ['click', clickArgs],
  tap: ['tap', tapArgs],
  dblclick: ['doubleClick', () => ({})],
  fill: ['setText', ([value]) => needs('value', value)],
  type: ['typeSlowly', ([value, options]) => needs('value', value, { delayMs: fieldOf(options, 'delay') ?? '0' })],
  pressSequentially: [
    'typeSlowly',
    ([value, options]) => needs('value', value, { delayMs: fieldOf(options, 'delay') ?? '0' }),
  ],
  press: ['pressKey', ([value]) => needs('keys', value)],
  clear: ['clear', () => ({})],
  check: ['check', () => ({})],
  uncheck: ['check', () => ({ on: 'false' })],
  setChecked: ['check', ([value]) => needs('on', value)],
  selectOption: ['selectOption', optionArgs],
  hover: ['hover', () => ({})],
  scrollIntoViewIfNeeded: ['scrollTo', () => ({})],
  screenshot: ['takeScreenshot', () => ({})],
  dragTo: [
    'dragAndDrop',
    ([value]) => {
      const [way] = (value?.kind === 'chain' && targetOf(value.chain.links)?.locators) || [];
      return way ? { onto: toLocatorText(way) } : missing;
    },
  ],
  waitFor: [
    'waitForElement',
    ([options]) => ({ state: ['hidden', 'detached'].includes(fieldOf(options, 'state') ?? '') ? 'hidden' : 'visible' }),
  ],
};

const pageCalls: Record<string, [keyword: string, args: (args: Value[]) => Read]> = {
  goto: ['openUrl', ([url, options]) => needs('url', url, { waitUntil: fieldOf(options, 'waitUntil') })],
  goBack: ['goBack', () => ({})],
  goForward: ['goForward', () => ({})],
  reload: ['reload', () => ({})],
  close: ['closeTab', () => ({})],
  screenshot: ['takeScreenshot', () => ({})],
  waitForTimeout: ['wait', ([ms]) => needs('ms', ms)],
  setViewportSize: [
    'setViewport',
    ([size]) => {
      const [width, height] = [fieldOf(size, 'width'), fieldOf(size, 'height')];
      return width && height ? { width, height } : missing;
    },
  ],
  waitForURL: [
    'waitForUrl',
    ([url]): Read => {
      if (url?.kind === 'regex') return { operator: 'matches', url: url.text };
      const text = textValue(url);
      if (text === undefined) return missing;
      return text.includes('*') ? { url: text.replace(/^\**|\**$/g, '') } : { operator: 'equals', url: text };
    },
  ],
};
/** Calls that need no step. */
const idle = new Set([
  'waitForLoadState',
  'bringToFront',
  'pause',
  'focus',
  'setDefaultTimeout',
  'setTimeout',
  'waitForEvent',
]);

const states: Record<string, [state: string, opposite: string | undefined]> = {
  toBeVisible: ['visible', 'hidden'],
  toBeAttached: ['visible', 'hidden'],
  toBeHidden: ['hidden', 'visible'],
  toBeEnabled: ['enabled', 'disabled'],
  toBeDisabled: ['disabled', 'enabled'],
  toBeChecked: ['checked', 'unchecked'],
  toBeEditable: ['editable', undefined],
  toBeFocused: ['focused', undefined],
};

const comparisons: Record<string, [keyword: string, operator: string, opposite: string]> = {
  toHaveText: ['verifyText', 'equals', 'does not equal'],
  toContainText: ['verifyText', 'contains', 'does not contain'],
  toHaveValue: ['verifyValue', 'equals', 'does not equal'],
  toHaveTitle: ['verifyTitle', 'equals', 'does not equal'],
  toHaveURL: ['verifyUrl', 'equals', 'does not equal'],
};

function compared(value: Value | undefined, operator: string): Args | undefined {
  if (value?.kind === 'regex')
    return operator.startsWith('does not') ? undefined : { operator: 'matches', expected: value.text };
  const text = textValue(value);
  return text === undefined ? undefined : { operator, expected: text };
}

/** An assertion's keyword and arguments; undefined if it isn't supported. */
function assertionOf({ name, args = [] }: Link, isNot: boolean): { keyword: string; args: Args } | undefined {
  const state = own(states, name)?.[isNot ? 1 : 0];
  if (state) return { keyword: 'verifyState', args: { state } };
  const [first, second] = args;
  if (name === 'toBeEmpty') return { keyword: 'verifyValue', args: { operator: isNot ? 'is not empty' : 'is empty' } };
  if (name === 'toHaveCount') {
    const expected = textValue(first);
    return expected === undefined
      ? undefined
      : { keyword: 'verifyCount', args: { operator: isNot ? 'does not equal' : 'equals', expected } };
  }
  if (name === 'toHaveAttribute') {
    const values = compared(second, isNot ? 'does not equal' : 'equals');
    const attribute = textValue(first);
    return values && attribute !== undefined
      ? { keyword: 'verifyAttribute', args: { name: attribute, ...values } }
      : undefined;
  }
  const known = own(comparisons, name);
  const values = known && compared(first, isNot ? known[2] : known[1]);
  return known && values && { keyword: known[0], args: values };
}

class TestReader {
  readonly builder: ScriptBuilder;
  /** Variables that are tabs, in the order in which they were opened. */
  readonly #pages = ['page'];
  #current = 'page';

  constructor(id: () => string) {
    this.builder = new ScriptBuilder(id);
  }

  statement(tokens: readonly Token[]): void {
    const line = tokens[0]?.line ?? 0;
    if (!this.#understands(tokens)) this.builder.report(line, `Not understood: ${shown(tokens)}`);
  }

  #understands(tokens: readonly Token[]): boolean {
    const words = tokens.map(({ text }) => text);
    if (words[0] === 'import' || words[0] === 'export') return true;
    if (words[0] === 'const' || words[0] === 'let') return this.#declaration(words);
    const reader = new CallReader(words[0] === 'await' ? tokens.slice(1) : tokens);
    const chain = reader.chain();
    if (!chain || !reader.isAtEnd) return false;
    if (chain.root === 'expect') return this.#expectation(chain);
    if (this.#pages.includes(chain.root)) return this.#onPage(chain, tokens);
    return chain.root === 'context' && this.#onContext(chain.links);
  }

  #onContext([call]: readonly Link[]): boolean {
    if (!call?.args) return false;
    const [first] = call.args;
    const saved = call.name === 'storageState' ? fieldOf(first, 'path') : undefined;
    const used = call.name === 'setStorageState' ? textValue(first) : undefined;
    const file = saved ?? used;
    if (file === undefined) return idle.has(call.name);
    const name = file.replace(/^.*[\\/]/, '').replace(/\.json$/, '');
    this.builder.add(this.builder.step(saved === undefined ? 'useSession' : 'saveSession', { name }));
    return true;
  }

  /**
   * `const page1Promise = page.waitForEvent('popup')`, then `const page1 = await page1Promise`, or a page of the
   * context.
   */
  #declaration(words: readonly string[]): boolean {
    const name = words[1] ?? '';
    // The first lines of tests that `toPlaywright` writes.
    if (name === 'vars' || (name === 'page' && words.length === 4)) return true;
    if (words.includes('waitForEvent')) return words.includes('popup') || words.includes('page');
    const isPopup = words[3] === 'await' && words.length === 5 && words[4] === `${name}Promise`;
    const isNew = words.includes('newPage');
    if (!isPopup && !isNew) return words.includes('newContext') || words.includes('launch');
    if (name === 'page') return true;
    this.#pages.push(name);
    this.#current = name;
    if (isNew) this.builder.add(this.builder.step('newTab'));
    else this.builder.add(this.builder.step('switchTab', { by: 'number', value: String(this.#pages.length) }));
    return true;
  }

  #use(page: string): void {
    if (page === this.#current) return;
    this.#current = page;
    this.builder.add(this.builder.step('switchTab', { by: 'number', value: String(this.#pages.indexOf(page) + 1) }));
  }

  #onPage({ root, links }: Chain, tokens: readonly Token[]): boolean {
    const last = links.at(-1);
    if (!last?.args) return false;
    if ((last.name === 'once' || last.name === 'on') && textValue(last.args[0]) === 'dialog')
      return this.#dialog(tokens);
    this.#use(root);
    if (links.length === 2 && links[0]?.name === 'keyboard' && last.name === 'press') {
      const keys = textValue(last.args[0]);
      if (keys !== undefined) this.builder.add(this.builder.step('pressKey', { keys }));
      return keys !== undefined;
    }
    if (idle.has(last.name)) return true;
    const known = links.length === 1 ? own(pageCalls, last.name) : own(elementCalls, last.name);
    const args = known?.[1](last.args);
    if (!known || !args || args === missing) return false;
    if (links.length === 1) {
      this.builder.add(this.builder.step(known[0], args));
      if (last.name === 'close') this.#close(root);
      return true;
    }
    const target = targetOf(links.slice(0, -1));
    if (target) this.builder.add(this.builder.step(known[0], args, { target }));
    return target !== undefined;
  }

  #close(page: string): void {
    this.#pages.splice(this.#pages.indexOf(page), 1);
    this.#current = this.#pages.at(-1) ?? 'page';
  }

  #dialog(tokens: readonly Token[]): boolean {
    const at = tokens.findIndex(({ kind, text }) => kind === 'word' && (text === 'accept' || text === 'dismiss'));
    if (at < 0) return false;
    const action = tokens[at]?.text ?? '';
    const [answer] = new CallReader(tokens.slice(at)).chain()?.links[0]?.args ?? [];
    const text = textValue(answer);
    if (answer && text === undefined) return false;
    this.builder.add(this.builder.step('acceptDialog', given({ action, text })));
    return true;
  }

  #expectation({ links }: Chain): boolean {
    const isSoft = links[0]?.name === 'soft';
    const [subject] = links[0]?.args ?? [];
    const rest = links.slice(1);
    const isNot = rest[0]?.name === 'not' && rest[0].args === undefined;
    const matcher = rest.at(-1);
    if (subject?.kind !== 'chain' || !matcher || rest.length !== (isNot ? 2 : 1)) return false;
    const isPicture = matcher.name === 'toHaveScreenshot' && !isNot;
    const assertion = isPicture ? screenshotOf(matcher.args ?? []) : assertionOf(matcher, isNot);
    if (!assertion || !this.#pages.includes(subject.chain.root)) return false;
    const target = subject.chain.links.length > 0 ? targetOf(subject.chain.links) : null;
    if (target === undefined) return false;
    this.#use(subject.chain.root);
    const step = this.builder.step(assertion.keyword, assertion.args, {
      target,
      onFailure: isSoft ? 'continue' : 'stop',
    });
    this.builder.add(step);
    return true;
  }
}

/** Bodies of `test.step` are part of the test. */
function runStatements(reader: TestReader, tokens: readonly Token[]): void {
  for (const statement of statementsOf(tokens)) {
    const at = statement[0]?.text === 'await' ? 1 : 0;
    const isStep = statement[at]?.text === 'test' && statement[at + 2]?.text === 'step';
    const body = isStep ? bodyOf(statement, at) : undefined;
    if (!body) {
      reader.statement(statement);
      continue;
    }
    reader.builder.add(reader.builder.step('comment', { text: statement[at + 4]?.text ?? '' }));
    runStatements(reader, statement.slice(...body));
  }
}

/**
 * importPlaywright reads the tests of a Playwright file in TypeScript or JavaScript, in the forms that its recorder
 * writes.
 */
export function importPlaywright(code: string, id: () => string = newId): ImportedScript[] {
  if (code.length > documentCharacters) throw new ImportError('The file is too long. Split it.');
  const tokens = tokenize(code);
  const scripts: ImportedScript[] = [];
  let from = 0;
  for (;;) {
    const at = findFrom(
      tokens,
      from,
      ({ kind, text }, index) =>
        kind === 'word' && text === 'test' && tokens[index + 1]?.text === '(' && tokens[index + 2]?.kind === 'string',
    );
    const body = at < 0 ? undefined : bodyOf(tokens, at);
    if (!body) break;
    const reader = new TestReader(id);
    runStatements(reader, tokens.slice(...body));
    scripts.push(reader.builder.finish(tokens[at + 2]?.text ?? 'Test'));
    from = body[1];
  }
  if (scripts.length > 0) return scripts;
  const reader = new TestReader(id);
  runStatements(reader, tokens);
  return [reader.builder.finish('Test')];
}
