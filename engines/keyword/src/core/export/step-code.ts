import { parseDuration } from '@touchstone/kernel';
import { argumentOf, findKeyword } from '../catalogue.ts';
import { listOf } from '../lines.ts';
import { own } from '../own.ts';
import type { Locator, Step } from '../step.ts';
import { readLocator } from '../text/locator-text.ts';
import { commentLines, numberCode, quoted, textCode } from './code-text.ts';
import { locatorCode } from './locator-code.ts';
import { accessibilityCode, screenshotCode } from './look-code.ts';

/** State while code is written. */
export interface CodeState {
  /** The frames that were switched to. */
  frames: Locator[];
}

/** Writes a keyword's statements, given the code of its element and its arguments. */
export type Write = (element: string, arg: (name: string) => string, step: Step) => string[];

/** How to read what can be compared as text. */
const readers = {
  Text: (subject: string) => `await ${subject}.innerText()`,
  Value: (subject: string) => `await ${subject}.inputValue()`,
  Title: (subject: string) => `await ${subject}.title()`,
  URL: (subject: string) => `${subject}.url()`,
};
const isOfNumbers = (operator: string): boolean => operator === 'is greater than' || operator === 'is less than';

/** Playwright's assertion for a comparison of text. */
function assertion(subject: string, kind: keyof typeof readers, operator: string, expected: string): string {
  if (isOfNumbers(operator)) return polledText(readers[kind](subject), operator, expected);
  const text = textCode(expected);
  const escaped = `literally(${text})`;
  const patterns: Record<string, string> = {
    contains: escaped,
    'does not contain': escaped,
    'starts with': `\`^\${${escaped}}\``,
    'ends with': `\`\${${escaped}}$\``,
    matches: text,
    'is empty': "'^$'",
    'is not empty': "'^$'",
  };
  const isNegative = ['does not equal', 'does not contain', 'is not empty'].includes(operator);
  const pattern = own(patterns, operator);
  const value = pattern === undefined ? text : `new RegExp(${pattern})`;
  return `await expect(${subject})${isNegative ? '.not' : ''}.toHave${kind}(${value});`;
}

const stateMethods: Record<string, string> = {
  visible: 'toBeVisible()',
  hidden: 'toBeHidden()',
  enabled: 'toBeEnabled()',
  disabled: 'toBeDisabled()',
  checked: 'toBeChecked()',
  unchecked: 'not.toBeChecked()',
  editable: 'toBeEditable()',
  focused: 'toBeFocused()',
};
const inState: Write = (element, arg) => [
  `await expect(${element}).${own(stateMethods, arg('state')) ?? 'toBeVisible()'};`,
];
const simple =
  (method: string): Write =>
  (element) => [`await ${element}.${method}();`];
const stored = (arg: (name: string) => string, value: string) =>
  arg('variable') ? `vars[${textCode(arg('variable'))}] = String(${value});` : `${value};`;

function clickOptions(arg: (name: string) => string): string {
  const options = [
    arg('button') === 'left' ? '' : `button: ${quoted(arg('button'))}`,
    arg('count') === '1' ? '' : `clickCount: ${numberCode(arg('count'))}`,
    arg('modifiers') ? `modifiers: [${listOf(arg('modifiers')).map(quoted).join(', ')}]` : '',
    arg('x') && arg('y') ? `position: { x: ${numberCode(arg('x'))}, y: ${numberCode(arg('y'))} }` : '',
  ].filter(Boolean);
  return options.length > 0 ? `{ ${options.join(', ')} }` : '';
}

function responseCode(arg: (name: string) => string): string {
  const conditions = [`matchesAddress(${textCode(arg('url'))}, response.url())`];
  if (arg('method')) conditions.push(`response.request().method() === ${textCode(arg('method').toUpperCase())}`);
  if (arg('status')) conditions.push(`response.status() === ${numberCode(arg('status'))}`);
  return conditions.join(' && ');
}

const dayMs = 86_400_000;

/** A date in the format that a field takes; one relative to today is computed when the test runs. */
function dateCode(date: string, format: string): string {
  const [, sign = '+', days = '0'] = /^today(?:\s*([+-])\s*(\d+))?$/i.exec(date.trim()) ?? [];
  if (/^today/i.test(date.trim()))
    return `new Date(Date.now() ${sign} ${Number(days) * dayMs}).toISOString().slice(0, 10)`;
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date.trim()) ?? [];
  if (!year || !month || !day) return textCode(date);
  return quoted(format.replace('YYYY', year).replace('MM', month).replace('DD', day));
}

/** A moment for a clock: a time of day is today's. */
function momentCode(text: string): string {
  const [, hour, minute] = /^(\d{2}):(\d{2})$/.exec(text.trim()) ?? [];
  if (hour && minute) return `new Date(new Date().setHours(${Number(hour)}, ${Number(minute)}, 0, 0))`;
  return dateCode(text, 'YYYY-MM-DD');
}

/** Variable with a stopwatch's start time. */
const startOf = (name: string) => `start of ${name}`;

/** Playwright's file for a session of this name. */
const sessionFile = (name: string) => `sessions/${name}.json`;

const writers: Record<string, Write> = {
  openUrl: (_element, arg) => {
    const wait = arg('waitUntil') === 'load' ? '' : `, { waitUntil: ${quoted(arg('waitUntil'))} }`;
    return [`await page.goto(${textCode(arg('url'))}${wait});`];
  },
  goBack: () => ['await page.goBack();'],
  goForward: () => ['await page.goForward();'],
  reload: () => ['await page.reload();'],
  newTab: (_element, arg) => [
    'page = await context.newPage();',
    ...(arg('url') ? [`await page.goto(${textCode(arg('url'))});`] : []),
  ],
  switchTab: (_element, arg) => [`page = await findTab(context, ${quoted(arg('by'))}, ${textCode(arg('value'))});`],
  closeTab: (_element, arg) => [
    arg('number') ? `await context.pages()[${numberCode(arg('number'))} - 1].close();` : 'await page.close();',
    'page = context.pages().at(-1);',
  ],
  setViewport: (_element, arg) => [
    `await page.setViewportSize({ width: ${numberCode(arg('width'))}, height: ${numberCode(arg('height'))} });`,
  ],
  click: (element, arg) => [`await ${element}.click(${clickOptions(arg)});`],
  doubleClick: simple('dblclick'),
  rightClick: (element) => [`await ${element}.click({ button: 'right' });`],
  hover: simple('hover'),
  dragAndDrop: (element, arg) => {
    const way = readLocator(arg('onto')) ?? { by: 'text' as const, value: arg('onto') };
    return [`await ${element}.dragTo(${locatorCode({ name: '', locators: [way], frame: [] }, [])});`];
  },
  scrollTo: (element, arg, { target }) => [
    target
      ? `await ${element}.scrollIntoViewIfNeeded();`
      : `await page.evaluate(([x, y]) => window.scrollTo(x, y), [${numberCode(arg('x'))}, ${numberCode(arg('y'))}]);`,
  ],
  pressKey: (element, arg, { target }) => [
    `await ${target ? element : 'page.keyboard'}.press(${textCode(arg('keys'))});`,
  ],
  tap: (element, arg) => [
    `await ${element}.tap(${arg('x') && arg('y') ? `{ position: { x: ${numberCode(arg('x'))}, y: ${numberCode(arg('y'))} } }` : ''});`,
  ],
  swipe: (element, arg, { target }) => {
    const way = readLocator(arg('to'));
    const end = way
      ? `{ to: ${locatorCode({ name: '', locators: [way], frame: [] }, [])} }`
      : `{ direction: ${quoted(arg('direction'))}, distance: ${numberCode(arg('distance'))} }`;
    return [`await swipe(page, ${target ? element : 'null'}, ${end});`];
  },
  setText: (element, arg) => [`await ${element}.fill(${textCode(arg('value'))});`],
  typeSlowly: (element, arg) => [
    `await ${element}.pressSequentially(${textCode(arg('value'))}, { delay: ${numberCode(arg('delayMs'))} });`,
  ],
  clear: simple('clear'),
  selectOption: (element, arg) => {
    const [by, value] = [arg('by'), arg('value')];
    const option =
      by === 'number'
        ? `{ index: ${numberCode(value)} - 1 }`
        : `{ ${by === 'value' ? by : 'label'}: ${textCode(value)} }`;
    return [`await ${element}.selectOption(${option});`];
  },
  check: (element, arg) => [`await ${element}.${arg('on') === 'false' ? 'uncheck' : 'check'}();`],
  setDate: (element, arg) => [`await ${element}.fill(${dateCode(arg('date'), arg('format'))});`],
  uploadFile: (element, arg) => [
    arg('content')
      ? `await ${element}.setInputFiles({ name: ${textCode(arg('file'))}, mimeType: 'text/plain', buffer: Buffer.from(${textCode(arg('content'))}) });`
      : `await ${element}.setInputFiles(${textCode(arg('file'))});`,
  ],
  enterOneTimeCode: (element) => [
    '// Playwright makes no one-time codes: put the present one into the variable oneTimeCode.',
    `await ${element}.fill(vars['oneTimeCode']);`,
  ],
  verifyTable: (element, arg) =>
    listOf(arg('rows')).map((row) => {
      const cells = row.split('|').map((cell) => cell.trim());
      const wanted = cells.filter((cell) => cell !== '*' && cell !== '');
      const rows = wanted.map((cell) => `.filter({ hasText: ${textCode(cell)} })`).join('');
      return `await expect(${element}.getByRole('row')${rows}).not.toHaveCount(0);`;
    }),
  verifyDownload: (_element, arg) => [
    `expect(${comparison("(await page.waitForEvent('download')).suggestedFilename()", arg('operator'), arg('expected'))};`,
  ],
  waitForElement: inState,
  verifyState: inState,
  waitForText: (element, arg, { target }) => [
    target
      ? `await expect(${element}).toContainText(${textCode(arg('text'))});`
      : `await expect(page.getByText(${textCode(arg('text'))}).first()).toBeVisible();`,
  ],
  waitForUrl: (_element, arg) => [assertion('page', 'URL', arg('operator'), arg('url'))],
  waitForResponse: (_element, arg) => {
    const wait = `await page.waitForResponse((response) => ${responseCode(arg)})`;
    return [arg('variable') ? stored(arg, `await (${wait}).text()`) : `${wait};`];
  },
  wait: (_element, arg) => [`await page.waitForTimeout(${numberCode(arg('ms'))});`],
  verifyText: (element, arg) => [assertion(element, 'Text', arg('operator'), arg('expected'))],
  verifyValue: (element, arg) => [assertion(element, 'Value', arg('operator'), arg('expected'))],
  verifyAttribute: (element, arg) => [
    polledText(`(await ${element}.getAttribute(${textCode(arg('name'))})) ?? ''`, arg('operator'), arg('expected')),
  ],
  verifyCount: (element, arg) => [
    arg('operator') === 'equals'
      ? `await expect(${element}).toHaveCount(${numberCode(arg('expected'))});`
      : `await expect.poll(() => ${element}.count()).${polled(arg('operator'), numberCode(arg('expected')))};`,
  ],
  verifyTitle: (_element, arg) => [assertion('page', 'Title', arg('operator'), arg('expected'))],
  verifyUrl: (_element, arg) => [assertion('page', 'URL', arg('operator'), arg('expected'))],
  verifyAccessibility: accessibilityCode,
  verifyScreenshot: screenshotCode,
  storeText: (element, arg) => [stored(arg, `await ${element}.innerText()`)],
  storeAttribute: (element, arg) => [stored(arg, `await ${element}.getAttribute(${textCode(arg('name'))})`)],
  storeCount: (element, arg) => [stored(arg, `await ${element}.count()`)],
  setVariable: (_element, arg) => [`vars[${textCode(arg('variable'))}] = ${textCode(arg('value'))};`],
  runJavaScript: (element, arg, { target }) => {
    const head = target ? `await ${element}.evaluate(async (element) => {` : 'await page.evaluate(async () => {';
    const name = arg('variable');
    return [
      `${name ? `vars[${textCode(name)}] = String(` : ''}${head}`,
      ...arg('code').split('\n'),
      `})${name ? ')' : ''};`,
    ];
  },
  runSql: (_element, arg) => [
    ...commentLines(
      `Playwright asks no databases. Run this query on "${arg('connection')}" with a client of your own:`,
    ),
    ...commentLines(arg('query')),
    ...(arg('variable') ? [`vars[${textCode(arg('variable'))}] ??= '';`] : []),
  ],
  startMeasure: (_element, arg) => [`vars[${textCode(startOf(arg('name')))}] = String(Date.now());`],
  endMeasure: (_element, arg) => [
    '{',
    `  const ms = Date.now() - Number(vars[${textCode(startOf(arg('name')))}]);`,
    `  test.info().annotations.push({ type: ${textCode(arg('name'))}, description: \`\${ms} ms\` });`,
    ...(arg('most') ? [`  expect(ms).toBeLessThanOrEqual(${numberCode(arg('most'))});`] : []),
    ...(arg('variable') ? [`  vars[${textCode(arg('variable'))}] = String(ms);`] : []),
    '}',
  ],
  acceptDialog: (_element, arg) => {
    const answer = arg('action') === 'dismiss' ? 'dismiss()' : `accept(${arg('text') ? textCode(arg('text')) : ''})`;
    return [`page.once('dialog', (dialog) => dialog.${answer});`];
  },
  mockResponse: (_element, arg) => {
    const headers = listOf(arg('headers')).map((line) => {
      const at = line.indexOf(':');
      return `${quoted(line.slice(0, at).trim())}: ${textCode(line.slice(at + 1).trim())}`;
    });
    const method = arg('method');
    const isOther = `route.request().method() !== ${textCode(method.toUpperCase())}`;
    return [
      `await context.route((url) => matchesAddress(${textCode(arg('url'))}, url.href), async (route) => {`,
      ...(method ? [`  if (${isOther}) return route.fallback();`] : []),
      `  await route.fulfill({ status: ${numberCode(arg('status'))}, headers: { 'content-type': ${[textCode(arg('contentType')), ...headers].join(', ')} }, body: ${textCode(arg('body'))} });`,
      '});',
    ];
  },
  setCookie: (_element, arg) => {
    const place = arg('domain')
      ? `domain: ${textCode(arg('domain'))}, path: ${textCode(arg('path'))}`
      : 'url: page.url()';
    return [
      `await context.addCookies([{ name: ${textCode(arg('name'))}, value: ${textCode(arg('value'))}, ${place} }]);`,
    ];
  },
  setStorage: (_element, arg) => [
    `await page.evaluate(([key, value]) => ${arg('area') === 'session' ? 'session' : 'local'}Storage.setItem(key, value), [${textCode(arg('key'))}, ${textCode(arg('value'))}]);`,
  ],
  saveSession: (_element, arg) => [`await context.storageState({ path: ${textCode(sessionFile(arg('name')))} });`],
  useSession: (_element, arg) => [`await context.setStorageState(${textCode(sessionFile(arg('name')))});`],
  setGeolocation: (_element, arg) => [
    "await context.grantPermissions(['geolocation']);",
    `await context.setGeolocation({ latitude: ${numberCode(arg('latitude'))}, longitude: ${numberCode(arg('longitude'))} });`,
  ],
  setClock: (_element, arg) => [
    `await page.clock.${arg('mode') === 'stands still' ? 'setFixedTime' : 'setSystemTime'}(${momentCode(arg('time'))});`,
  ],
  moveClock: (_element, arg) => {
    const ms = parseDuration(arg('by'), 's');
    return ms === undefined
      ? commentLines(`"${arg('by')}" is no duration, so the clock is not moved.`)
      : [`await page.clock.fastForward(${ms});`];
  },
  takeScreenshot: (element, arg, { target }) => [
    `await ${target ? element : 'page'}.screenshot({ path: test.info().outputPath(${textCode(`${arg('name') || 'screenshot'}.png`)}) });`,
  ],
};

/** The comparison of a text, as numbers if the operator is numeric. */
const comparison = (text: string, operator: string, expected: string): string =>
  isOfNumbers(operator)
    ? `Number(${text})).${polled(operator, numberCode(expected))}`
    : `${text}).${polled(operator, textCode(expected))}`;
const polledText = (text: string, operator: string, expected: string): string =>
  `await expect.poll(async () => ${comparison(text, operator, expected)};`;

function polled(operator: string, expected: string): string {
  const methods: Record<string, string> = {
    equals: `toBe(${expected})`,
    'does not equal': `not.toBe(${expected})`,
    contains: `toContain(${expected})`,
    'does not contain': `not.toContain(${expected})`,
    'is greater than': `toBeGreaterThan(${expected})`,
    'is less than': `toBeLessThan(${expected})`,
    'is empty': "toBe('')",
    'is not empty': "not.toBe('')",
    'starts with': `toMatch(new RegExp(\`^\${literally(${expected})}\`))`,
    'ends with': `toMatch(new RegExp(\`\${literally(${expected})}$\`))`,
    matches: `toMatch(new RegExp(${expected}))`,
  };
  return own(methods, operator) ?? methods.equals!;
}

/** stepCode returns a step without nested steps as statements of a Playwright test. */
export function stepCode(step: Step, state: CodeState): string[] {
  const keyword = findKeyword(step.keyword);
  if (keyword?.id === 'switchFrame') {
    const [way] = step.target?.locators ?? [];
    state.frames = way ? [...(step.target?.frame.length ? step.target.frame : state.frames), way] : [];
    return [];
  }
  const write = keyword && writers[keyword.id];
  if (!write) return commentLines(`${step.keyword} has no counterpart in Playwright.`);
  const element = step.target ? locatorCode(step.target, state.frames) : 'page';
  return write(element, (name) => argumentOf(keyword, step.args, name), step);
}
