import { newId } from '@touchstone/kernel';
import { own } from '../own.ts';
import { type Locator, stepLimits, type Target } from '../step.ts';
import { ImportError, type ImportedScript, isRecord, parseDocument, ScriptBuilder, textOf } from './imported-script.ts';

interface Command {
  command: string;
  target: string;
  value: string;
  targets: string[];
  comment: string;
}

/** Selenium IDE writes variables as `${name}`. */
const variables = (text: string) => text.replace(/\$\{(?!KEY_)(\w+)\}/g, '{{$1}}');

function locatorOf(text: string): Locator | undefined {
  const written = variables(text);
  if (/^\(?\/\//.test(written)) return { by: 'xpath', value: written };
  const at = written.indexOf('=');
  const value = written.slice(at + 1);
  const quoted = JSON.stringify(value);
  switch (written.slice(0, Math.max(0, at))) {
    case 'css':
      return { by: 'css', value };
    case 'xpath':
      return { by: 'xpath', value };
    case 'id':
      return { by: 'css', value: `[id=${quoted}]` };
    case 'name':
      return { by: 'css', value: `[name=${quoted}]` };
    case 'class':
    case 'className':
      return { by: 'css', value: `.${value}` };
    case 'linkText':
    case 'link':
      return { by: 'role', value: 'link', name: value, exact: true };
    case 'partialLinkText':
      return { by: 'role', value: 'link', name: value };
    default:
      return undefined;
  }
}

function targetOf({ target, targets }: Command): Target | undefined {
  const ways = [...new Set([target, ...targets])].map(locatorOf).filter((way) => way !== undefined);
  return ways.length > 0
    ? { name: variables(target), locators: ways.slice(0, stepLimits.locators), frame: [] }
    : undefined;
}

const keyNames: Record<string, string> = {
  ENTER: 'Enter',
  RETURN: 'Enter',
  TAB: 'Tab',
  ESCAPE: 'Escape',
  ESC: 'Escape',
  SPACE: 'Space',
  BACKSPACE: 'Backspace',
  BKSP: 'Backspace',
  DELETE: 'Delete',
  DEL: 'Delete',
  UP: 'ArrowUp',
  DOWN: 'ArrowDown',
  LEFT: 'ArrowLeft',
  RIGHT: 'ArrowRight',
  HOME: 'Home',
  END: 'End',
  PAGE_UP: 'PageUp',
  PAGE_DOWN: 'PageDown',
};

interface Context {
  builder: ScriptBuilder;
  command: Command;
  target: Target | undefined;
}
/** Adds steps for a command; false if the command lacks something it needs. */
type Convert = (context: Context) => boolean;

const acts =
  (keyword: string, args: (command: Command) => Record<string, string> = () => ({})): Convert =>
  ({ builder, command, target }) => {
    if (!target) return false;
    builder.add(builder.step(keyword, args(command), { target }));
    return true;
  };
const plain =
  (keyword: string, args: (command: Command) => Record<string, string> | undefined): Convert =>
  ({ builder, command }) => {
    const given = args(command);
    if (given) builder.add(builder.step(keyword, given));
    return given !== undefined;
  };
const dialog =
  (action: 'accept' | 'dismiss', isBefore: boolean): Convert =>
  ({ builder, command }) => {
    const text = variables(command.value || command.target);
    const step = builder.step('acceptDialog', { action, ...(text && command.command.includes('rompt') && { text }) });
    if (isBefore) builder.add(step);
    else builder.addBeforeLast(step);
    return true;
  };
const state = (name: string) => acts('verifyState', () => ({ state: name }));
const waits = (name: string) => acts('waitForElement', () => ({ state: name }));

const sendKeys: Convert = ({ builder, command, target }) => {
  if (!target) return false;
  for (const part of command.value.split(/(\$\{KEY_\w+\})/).filter(Boolean)) {
    const key = /^\$\{KEY_(\w+)\}$/.exec(part)?.[1];
    if (key === undefined)
      builder.add(builder.step('typeSlowly', { value: variables(part), delayMs: '0' }, { target }));
    else if (own(keyNames, key)) builder.add(builder.step('pressKey', { keys: own(keyNames, key) ?? '' }, { target }));
    else return false;
  }
  return true;
};

const select: Convert = ({ builder, command, target }) => {
  const [, by = 'label', value = command.value] = /^(label|value|index)=(.*)$/s.exec(command.value) ?? [];
  if (!target) return false;
  const args = by === 'index' ? { by: 'number', value: String(Number(value) + 1) } : { by, value: variables(value) };
  builder.add(builder.step('selectOption', args, { target }));
  return true;
};

const selectFrame: Convert = ({ builder, command }) => {
  const index = /^index=(\d+)$/.exec(command.target)?.[1];
  if (/^relative=/.test(command.target)) {
    builder.add(builder.step('switchFrame'));
    return true;
  }
  const way: Locator | undefined =
    index === undefined ? locatorOf(command.target) : { by: 'css', value: `:nth-match(iframe, ${Number(index) + 1})` };
  if (way)
    builder.add(builder.step('switchFrame', {}, { target: { name: command.target, locators: [way], frame: [] } }));
  return way !== undefined;
};

/** Selenium IDE's conditions are JavaScript; comparisons of two values are supported. */
function conditionOf(code: string): Record<string, string> | undefined {
  const side = String.raw`("[^"]*"|'[^']*'|\$\{\w+\}|[\w.-]+)`;
  const match = new RegExp(`^\\s*${side}\\s*(===?|!==?|>|<)\\s*${side}\\s*$`).exec(code);
  if (!match) return undefined;
  const [, left = '', sign = '', right = ''] = match;
  const value = (text: string) => variables(text.replace(/^(["'])(.*)\1$/, '$2'));
  const operators: Record<string, string> = { '>': 'is greater than', '<': 'is less than' };
  const operator = operators[sign] ?? (sign.startsWith('!') ? 'does not equal' : 'equals');
  return { left: value(left), operator, right: value(right) };
}

const opens =
  (keyword: 'if' | 'while', isChained: boolean): Convert =>
  ({ builder, command }) => {
    const args = conditionOf(command.target);
    if (isChained) builder.otherwise();
    builder.open(builder.step(keyword, args ?? { left: command.target, operator: 'equals', right: 'true' }), isChained);
    return args !== undefined;
  };

const times: Convert = ({ builder, command }) => {
  const count = Number(command.target);
  const isKnown = Number.isInteger(count) && count > 0 && count <= 1000;
  const values = Array.from({ length: isKnown ? count : 1 }, (_value, index) => index + 1).join('\n');
  builder.open(builder.step('forEach', { values, variable: 'round' }));
  return isKnown;
};

const storeAttribute: Convert = ({ builder, command }) => {
  const at = command.target.lastIndexOf('@');
  const way = at > 0 ? locatorOf(command.target.slice(0, at)) : undefined;
  if (!way) return false;
  const target = { name: command.target.slice(0, at), locators: [way], frame: [] };
  builder.add(
    builder.step('storeAttribute', { name: command.target.slice(at + 1), variable: command.value }, { target }),
  );
  return true;
};

const text = (operator: string) => acts('verifyText', ({ value }) => ({ operator, expected: variables(value) }));

/** Selenium IDE's commands with an `assert` or `verify` prefix, without it. */
const verifications: Record<string, Convert> = {
  Text: text('equals'),
  NotText: text('does not equal'),
  Value: acts('verifyValue', ({ value }) => ({ expected: variables(value) })),
  Title: plain('verifyTitle', ({ target }) => ({ expected: variables(target) })),
  ElementPresent: state('visible'),
  ElementNotPresent: state('hidden'),
  Checked: state('checked'),
  NotChecked: state('unchecked'),
  Editable: state('editable'),
  SelectedLabel: acts('verifyText', ({ value }) => ({ operator: 'contains', expected: variables(value) })),
  SelectedValue: acts('verifyValue', ({ value }) => ({ expected: variables(value) })),
};

const converters: Record<string, Convert> = {
  click: acts('click'),
  clickAt: acts('click'),
  doubleClick: acts('doubleClick'),
  doubleClickAt: acts('doubleClick'),
  type: acts('setText', ({ value }) => ({ value: variables(value) })),
  editContent: acts('setText', ({ value }) => ({ value: variables(value) })),
  sendKeys,
  select,
  check: acts('check'),
  uncheck: acts('check', () => ({ on: 'false' })),
  mouseOver: acts('hover'),
  dragAndDropToObject: ({ builder, command, target }) => {
    const onto = locatorOf(command.value);
    if (!target || !onto) return false;
    const written = `${onto.by}=${JSON.stringify(onto.value)}${onto.name === undefined ? '' : ` name=${JSON.stringify(onto.name)}`}`;
    builder.add(builder.step('dragAndDrop', { onto: written }, { target }));
    return true;
  },
  waitForElementVisible: waits('visible'),
  waitForElementPresent: waits('visible'),
  waitForElementNotVisible: waits('hidden'),
  waitForElementNotPresent: waits('hidden'),
  waitForElementEditable: waits('enabled'),
  waitForElementNotEditable: waits('disabled'),
  waitForText: acts('waitForText', ({ value }) => ({ text: variables(value) })),
  pause: plain('wait', ({ target, value }) => ({ ms: variables(target || value) })),
  setWindowSize: plain('setViewport', ({ target }) => {
    const [, width, height] = /^(\d+)x(\d+)$/.exec(target) ?? [];
    return width && height ? { width, height } : undefined;
  }),
  store: plain('setVariable', ({ target, value }) => ({ variable: value, value: variables(target) })),
  storeText: acts('storeText', ({ value }) => ({ variable: value })),
  storeValue: acts('storeText', ({ value }) => ({ variable: value })),
  storeXpathCount: acts('storeCount', ({ value }) => ({ variable: value })),
  storeAttribute,
  executeScript: plain('runJavaScript', ({ target, value }) => ({
    code: variables(target),
    ...(value && { variable: value }),
  })),
  runScript: plain('runJavaScript', ({ target }) => ({ code: variables(target) })),
  echo: plain('comment', ({ target }) => ({ text: variables(target) })),
  run: plain('callFunction', ({ target }) => ({ function: target })),
  selectFrame,
  close: plain('closeTab', () => ({})),
  answerOnNextPrompt: dialog('accept', true),
  chooseOkOnNextConfirmation: dialog('accept', true),
  chooseCancelOnNextConfirmation: dialog('dismiss', true),
  chooseCancelOnNextPrompt: dialog('dismiss', true),
  acceptAlert: dialog('accept', false),
  acceptConfirmation: dialog('accept', false),
  dismissConfirmation: dialog('dismiss', false),
  webdriverAnswerOnVisiblePrompt: dialog('accept', false),
  webdriverChooseOkOnVisibleConfirmation: dialog('accept', false),
  webdriverChooseCancelOnVisibleConfirmation: dialog('dismiss', false),
  webdriverChooseCancelOnVisiblePrompt: dialog('dismiss', false),
  if: opens('if', false),
  elseIf: opens('if', true),
  else: ({ builder }) => builder.otherwise(),
  while: opens('while', false),
  times,
  forEach: ({ builder, command }) => {
    builder.open(builder.step('forEach', { values: `{{${command.target}}}`, variable: command.value }));
    return true;
  },
  end: ({ builder }) => builder.close(),
};

/** Commands that need no step. */
const idle = new Set([
  'mouseOut',
  'mouseMoveAt',
  'mouseDownAt',
  'mouseUpAt',
  'mouseDown',
  'mouseUp',
  'storeWindowHandle',
  'setSpeed',
]);

function convert(builder: ScriptBuilder, written: Command, number: number, baseUrl: string): void {
  const isOff = written.command.startsWith('//');
  const command = { ...written, command: written.command.replace(/^\/\//, '').trim() };
  if (command.command === '' || idle.has(command.command)) return;
  const soft = /^verify(.+)$/.exec(command.command)?.[1];
  const hard = /^assert(.+)$/.exec(command.command)?.[1];
  const converter = own(verifications, soft ?? hard ?? '') ?? own(converters, command.command);
  builder.usual = {
    comment: command.comment,
    isEnabled: !isOff,
    onFailure: soft === undefined ? 'stop' : 'continue',
  };
  if (command.command === 'open') {
    const url = /^\w+:/.test(command.target)
      ? command.target
      : `${baseUrl.replace(/\/$/, '')}/${command.target.replace(/^\//, '')}`;
    builder.add(builder.step('openUrl', { url: variables(url) }));
  } else if (!converter)
    builder.report(number, `The command ${command.command} has no counterpart. Add a step for it.`);
  else if (!converter({ builder, command, target: targetOf(command) }))
    builder.report(
      number,
      `The command ${command.command} was not understood: ${[command.target, command.value].filter(Boolean).join(', ').slice(0, 200)}.`,
    );
}

function commandOf(value: unknown): Command {
  const record = isRecord(value) ? value : {};
  const targets = Array.isArray(record.targets)
    ? record.targets.map((pair) => textOf(Array.isArray(pair) ? pair[0] : ''))
    : [];
  return {
    command: textOf(record.command),
    target: textOf(record.target),
    value: textOf(record.value),
    targets: targets.filter(Boolean),
    comment: textOf(record.comment),
  };
}

/** importSelenium reads a Selenium IDE project (`.side`) into one script per test. */
export function importSelenium(document: string, id: () => string = newId): ImportedScript[] {
  const project = parseDocument(document);
  if (!isRecord(project) || !Array.isArray(project.tests))
    throw new ImportError('This is no project of Selenium IDE: it has no list "tests".');
  return project.tests.filter(isRecord).map((test) => {
    const builder = new ScriptBuilder(id);
    const commands = Array.isArray(test.commands) ? test.commands.slice(0, stepLimits.steps) : [];
    for (const [at, command] of commands.entries()) convert(builder, commandOf(command), at + 1, textOf(project.url));
    return builder.finish(textOf(test.name) || 'Test');
  });
}
