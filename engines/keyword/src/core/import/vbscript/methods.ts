import { own } from '../../own.ts';
import type { Target } from '../../step.ts';
import type { ScriptBuilder } from '../imported-script.ts';
import type { Named } from './objects.ts';
import { isWord, type Token } from './statements.ts';
import { nameOf, readValue } from './values.ts';

/** A method call's receiver and arguments. */
export interface Call {
  builder: ScriptBuilder;
  line: number;
  named: Named;
  args: Token[][];
}
/** A method call on an element. */
interface ElementCall extends Call {
  target: Target;
}

const text = ({ args }: Call, index = 0): string | undefined => {
  const tokens = args[index];
  return tokens && tokens.length > 0 ? readValue(tokens) : undefined;
};
type Args = Record<string, string>;

/** Adds a step for the element; false if an argument is missing or computed. */
const acts =
  (keyword: string, argsOf: (call: ElementCall) => Args | undefined = () => ({})) =>
  (call: ElementCall): boolean => {
    const args = argsOf(call);
    if (args) call.builder.add(call.builder.step(keyword, args, { target: call.target }));
    return args !== undefined;
  };

const set = (call: ElementCall): boolean => {
  const value = text(call);
  if (value === undefined) return false;
  const { kind } = call.named;
  if (kind === 'webcheckbox') return acts('check', (): Args => (/^off$/i.test(value) ? { on: 'false' } : {}))(call);
  if (kind === 'webfile') return acts('uploadFile', () => ({ file: value.split(/[\\/]/).at(-1) ?? value }))(call);
  return acts('setText', () => ({ value }))(call);
};

/** Only the tool that encrypted a text can decrypt it. */
const setSecure = (call: ElementCall): boolean => {
  const variable = nameOf(call.target.name) || 'password';
  call.builder.add(call.builder.step('setText', { value: `{{${variable}}}` }, { target: call.target }));
  call.builder.report(call.line, `The encrypted text can't be read. Give the variable ${variable} its value.`);
  return true;
};

const select = (call: ElementCall): boolean => {
  const value = text(call);
  if (value === undefined) return false;
  if (call.named.kind === 'webradiogroup') return selectRadio(call, value);
  if (call.named.kind === 'webtabstrip') {
    const tab = { by: 'role' as const, value: 'tab', name: value };
    call.builder.add(
      call.builder.step('click', {}, { target: { name: value, locators: [tab], frame: call.target.frame } }),
    );
    return true;
  }
  const number = /^#?(\d+)$/.exec(value)?.[1];
  const isNumber = number !== undefined && (value.startsWith('#') || call.args[0]?.[0]?.kind === 'number');
  return acts(
    'selectOption',
    (): Args => (isNumber ? { by: 'number', value: String(Number(number) + 1) } : { value }),
  )(call);
};

function selectRadio({ builder, target }: ElementCall, value: string): boolean {
  const group = target.locators.flatMap((way) => (way.by === 'css' ? way.value : []));
  const found = group.map((css) => ({ by: 'css' as const, value: `${css}[value=${JSON.stringify(value)}]` }));
  if (found.length === 0) return false;
  const name = `${target.name} ${value}`.trim();
  builder.add(builder.step('check', {}, { target: { name, locators: found, frame: target.frame } }));
  return true;
}

const keys: Readonly<Record<string, string>> = {
  micreturn: 'Enter',
  mictab: 'Tab',
  micesc: 'Escape',
  micback: 'Backspace',
  micdel: 'Delete',
  micup: 'ArrowUp',
  micdown: 'ArrowDown',
  micleft: 'ArrowLeft',
  micright: 'ArrowRight',
  michome: 'Home',
  micend: 'End',
  micpgup: 'PageUp',
  micpgdn: 'PageDown',
  micspace: 'Space',
};

const type = (call: ElementCall): boolean => {
  const [tokens = []] = call.args;
  const key = tokens.length === 1 && tokens[0]?.kind === 'word' ? own(keys, tokens[0].text.toLowerCase()) : undefined;
  if (key !== undefined) return acts('pressKey', () => ({ keys: key }))(call);
  return acts('typeSlowly', () => {
    const value = text(call);
    return value === undefined ? undefined : { value, delayMs: '0' };
  })(call);
};

const click = (call: ElementCall): boolean => {
  const [x, y, button] = call.args;
  const word = button?.[0]?.text.toLowerCase();
  if (word === 'micrightbtn' || word === '1') return acts('rightClick')(call);
  const place = [x, y].map((tokens) => (tokens?.length === 1 && tokens[0]?.kind === 'number' ? tokens[0].text : ''));
  const [left = '', top = ''] = place;
  return acts('click', (): Args => (left && top ? { x: left, y: top } : {}))(call);
};

const events: Readonly<Record<string, string>> = {
  onclick: 'click',
  click: 'click',
  ondblclick: 'doubleClick',
  dblclick: 'doubleClick',
  onmouseover: 'hover',
  mouseover: 'hover',
};
const fireEvent = (call: ElementCall): boolean => {
  const keyword = own(events, text(call)?.toLowerCase() ?? '');
  return keyword !== undefined && acts(keyword)(call);
};

const shownText = new Set(['innertext', 'outertext', 'text', 'visible text', 'name']);
const isTrue = (value: string): boolean => /^(?:true|1|-1)$/i.test(value);
/** States by property: if its value is true, and if it is false. */
const states: Readonly<Record<string, readonly [string, string]>> = {
  visible: ['visible', 'hidden'],
  enabled: ['enabled', 'disabled'],
  disabled: ['disabled', 'enabled'],
  checked: ['checked', 'unchecked'],
};
/**
 * stateOf returns an element's state if this property has this value; undefined if the property isn't part of its
 * state.
 */
export function stateOf(property: string, value: string): string | undefined {
  const [on, off] = own(states, property.toLowerCase()) ?? [];
  return isTrue(value) ? on : off;
}

/** propertyStep returns the keyword that reads a property, with the arguments that name it. */
export function propertyStep(
  property: string,
  kind: string,
): { keyword: 'Text' | 'Value' | 'Attribute'; name: string } {
  const word = property.toLowerCase();
  if (['value', 'selection', 'default value'].includes(word)) return { keyword: 'Value', name: '' };
  const isField = ['webedit', 'weblist', 'webnumber', 'webcheckbox'].includes(kind);
  if (shownText.has(word) && !(word === 'name' && isField)) return { keyword: 'Text', name: '' };
  return { keyword: 'Attribute', name: word === 'html id' ? 'id' : word };
}

const checkProperty = (call: ElementCall): boolean => {
  const [property, expected] = [text(call), text(call, 1)];
  if (property === undefined || expected === undefined) return false;
  const state = stateOf(property, expected);
  if (state !== undefined) return acts('verifyState', () => ({ state }))(call);
  const { keyword, name } = propertyStep(property, call.named.kind);
  return acts(`verify${keyword}`, (): Args => (name === '' ? { expected } : { name, expected }))(call);
};

const waitProperty = (call: ElementCall): boolean => {
  const [property, expected] = [text(call), text(call, 1)];
  if (property === undefined || expected === undefined) return false;
  const state = stateOf(property, expected);
  const keyword = propertyStep(property, call.named.kind);
  if (state === undefined && keyword.keyword !== 'Text') return false;
  const [limit] = call.args[2] ?? [];
  const timeoutMs = limit?.kind === 'number' ? Math.min(Math.max(Number(limit.text), 1), 3_600_000) : null;
  const step = call.builder.step.bind(call.builder);
  const more = { target: call.target, timeoutMs };
  call.builder.add(state ? step('waitForElement', { state }, more) : step('waitForText', { text: expected }, more));
  return true;
};

/** A checkpoint's expected values are in the object repository. */
const check = (call: ElementCall): boolean => {
  call.builder.add(call.builder.step('verifyState', { state: 'visible' }, { target: call.target }));
  const name = call.args.flat().find(({ kind }) => kind === 'string')?.text ?? '';
  call.builder.report(
    call.line,
    `The checkpoint "${name}" lies in the object repository. Only that the element is visible is checked.`,
  );
  return true;
};

const elementMethods: Readonly<Record<string, (call: ElementCall) => boolean>> = {
  set,
  setsecure: setSecure,
  select,
  click,
  type,
  check,
  checkproperty: checkProperty,
  waitproperty: waitProperty,
  fireevent: fireEvent,
  doubleclick: acts('doubleClick'),
  rightclick: acts('rightClick'),
  middleclick: acts('click', () => ({ button: 'middle' })),
  hovertap: acts('hover'),
  mouseover: acts('hover'),
  submit: acts('pressKey', () => ({ keys: 'Enter' })),
  capturebitmap: acts('takeScreenshot'),
  makevisible: acts('scrollTo'),
};

const goes =
  (keyword: string) =>
  ({ builder }: Call): boolean => {
    builder.add(builder.step(keyword));
    return true;
  };
const navigate = (call: Call): boolean => {
  const url = text(call);
  if (url === undefined) return false;
  call.builder.add(call.builder.step('openUrl', { url: webAddress(url) }));
  return true;
};
/** webAddress adds the scheme to a URL, as a browser's address bar does. */
export const webAddress = (url: string): string => (/^(?:\w+:|\{\{)/.test(url) ? url : `https://${url}`);

const handleDialog = (call: Call): boolean => {
  const isOk = isWord(call.args[0]?.[0], 'micok') || call.args[0]?.[0]?.text === '1';
  const answer = text(call, 1);
  const args = { action: isOk ? 'accept' : 'dismiss', ...(answer !== undefined && { text: answer }) };
  call.builder.addBeforeLast(call.builder.step('acceptDialog', args));
  return true;
};
const runScript = (call: Call): boolean => {
  const code = text(call);
  if (code !== undefined) call.builder.add(call.builder.step('runJavaScript', { code }));
  return code !== undefined;
};
const idle = (): boolean => true;

const browserMethods: Readonly<Record<string, (call: Call) => boolean>> = {
  navigate,
  back: goes('goBack'),
  forward: goes('goForward'),
  refresh: goes('reload'),
  opennewtab: goes('newTab'),
  close: goes('closeTab'),
  capturebitmap: goes('takeScreenshot'),
  handledialog: handleDialog,
  runscript: runScript,
  sync: idle,
  highlight: idle,
  maximize: idle,
  activate: idle,
};

/** callMethod adds the steps of a method of a browser, a page or an element; false if it has no counterpart. */
export function callMethod(method: string, call: Call): boolean {
  const word = method.toLowerCase();
  const { target } = call.named;
  if (target === undefined) return own(browserMethods, word)?.(call) ?? false;
  if (word === 'highlight') return true;
  return own(elementMethods, word)?.({ ...call, target }) ?? false;
}
