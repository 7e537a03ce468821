import { expect, test } from 'vitest';
import { formatSteps } from '../../testing/index.ts';
import { importSelenium } from './import-selenium.ts';

type Command = [command: string, target?: string, value?: string];
const imported = (...commands: Command[]): string[] => {
  const written = commands.map(([command, target = '', value = '']) => ({ command, target, value }));
  const project = { url: 'https://shop/', tests: [{ name: 'Buy', commands: written }] };
  return importSelenium(JSON.stringify(project)).flatMap(({ steps, problems }) => [
    ...formatSteps(steps),
    ...problems.map(({ line, message }) => `${line}: ${message}`),
  ]);
};

test.each<[command: string, target: string, value: string, steps: string[]]>([
  ['clickAt', 'css=.x', '', ['click <css .x>']],
  ['doubleClickAt', 'css=.x', '', ['doubleClick <css .x>']],
  ['editContent', 'css=.x', 'a', ['setText <css .x> value=a']],
  ['check', 'css=.x', '', ['check <css .x>']],
  [
    'sendKeys',
    'css=.x',
    '${KEY_BKSP}${KEY_PAGE_DOWN}',
    ['pressKey <css .x> keys=Backspace', 'pressKey <css .x> keys=PageDown'],
  ],
  ['sendKeys', 'css=.x', 'a${b}', ['typeSlowly <css .x> value=a{{b}} delayMs=0']],
  ['select', 'css=.x', 'value=tea', ['selectOption <css .x> by=value value=tea']],
  ['select', 'css=.x', '${drink}', ['selectOption <css .x> by=label value={{drink}}']],
  ['select', 'css=.x', 'my label=x', ['selectOption <css .x> by=label value=my label=x']],
  ['selectFrame', 'id=f', '', ['switchFrame <css [id="f"]>']],
  ['selectFrame', 'index=12', '', ['switchFrame <css :nth-match(iframe, 13)>']],
  ['click', 'name=a', '', ['click <css [name="a"]>']],
  ['click', 'class=a', '', ['click <css .a>']],
  ['click', 'className=a', '', ['click <css .a>']],
  ['click', 'link=Help ${x}', '', ['click <role link Help {{x}} exact>']],
  ['click', 'partialLinkText=He', '', ['click <role link He>']],
  ['click', 'xpath=//a', '', ['click <xpath //a>']],
  ['click', '(//a)[2]', '', ['click <xpath (//a)[2]>']],
  ['click', 'css=a[href="x=y"]', '', ['click <css a[href="x=y"]>']],
  ['assertNotText', 'css=.x', 'a', ['verifyText <css .x> operator=does not equal expected=a']],
  ['assertValue', 'css=.x', '${v}', ['verifyValue <css .x> expected={{v}}']],
  ['verifyTitle', '${t}', '', ['verifyTitle expected={{t}}']],
  ['assertElementPresent', 'css=.x', '', ['verifyState <css .x> state=visible']],
  ['assertChecked', 'css=.x', '', ['verifyState <css .x> state=checked']],
  ['assertNotChecked', 'css=.x', '', ['verifyState <css .x> state=unchecked']],
  ['verifyEditable', 'css=.x', '', ['verifyState <css .x> state=editable']],
  ['assertSelectedLabel', 'css=.x', 'Tea', ['verifyText <css .x> operator=contains expected=Tea']],
  ['assertSelectedValue', 'css=.x', 'tea', ['verifyValue <css .x> expected=tea']],
  ['assertFly', 'css=.x', '', ['1: The command assertFly has no counterpart. Add a step for it.']],
  ['waitForElementPresent', 'css=.x', '', ['waitForElement <css .x> state=visible']],
  ['waitForElementNotVisible', 'css=.x', '', ['waitForElement <css .x> state=hidden']],
  ['waitForElementNotPresent', 'css=.x', '', ['waitForElement <css .x> state=hidden']],
  ['waitForElementEditable', 'css=.x', '', ['waitForElement <css .x> state=enabled']],
  ['waitForElementNotEditable', 'css=.x', '', ['waitForElement <css .x> state=disabled']],
  ['waitForText', 'css=.x', 'Hi ${n}', ['waitForText <css .x> text=Hi {{n}}']],
  ['pause', '', '5', ['wait ms=5']],
  ['storeValue', 'css=.x', 'v', ['storeText <css .x> variable=v']],
  ['storeXpathCount', 'xpath=//a', 'n', ['storeCount <xpath //a> variable=n']],
  ['storeAttribute', 'xpath=//a[@id="x"]@href', 'v', ['storeAttribute <xpath //a[@id="x"]> name=href variable=v']],
  ['executeScript', 'return ${a}', '', ['runJavaScript code=return {{a}}']],
  ['runScript', 'alert(1)', '', ['runJavaScript code=alert(1)']],
  ['echo', '${a}', '', ['comment text={{a}}']],
  ['close', '', '', ['closeTab']],
  ['answerOnNextPrompt', 'tea ${x}', '', ['acceptDialog action=accept text=tea {{x}}']],
  ['chooseOkOnNextConfirmation', '', '', ['acceptDialog action=accept']],
  ['chooseCancelOnNextConfirmation', '', '', ['acceptDialog action=dismiss']],
  ['chooseCancelOnNextPrompt', '', '', ['acceptDialog action=dismiss']],
  ['acceptAlert', 'x', '', ['acceptDialog action=accept']],
  ['acceptConfirmation', '', '', ['acceptDialog action=accept']],
  ['dismissConfirmation', '', '', ['acceptDialog action=dismiss']],
  ['dragAndDropToObject', 'css=.x', 'link=Cart', ['dragAndDrop <css .x> onto=role="link" name="Cart"']],
  ['setSpeed', '5', '', []],
  ['', '', '', []],
  ['//', '', '', []],
  ['// click', 'css=.x', '', ['click <css .x>']],
  ['open', '', '', ['openUrl url=https://shop/']],
  ['open', 'cart', '', ['openUrl url=https://shop/cart']],
  ['open', '/${p}', '', ['openUrl url=https://shop/{{p}}']],
  ['open', 'mailto:x', '', ['openUrl url=mailto:x']],
])('%s %s %s', (command, target, value, steps) => {
  expect(imported([command, target, value])).toEqual(steps);
});

test.each<[command: string, target: string, value: string]>([
  ['sendKeys', 'css=.x', '${KEY_F13}'],
  ['sendKeys', '', 'a'],
  ['select', '', 'label=x'],
  ['selectFrame', 'nowhere', ''],
  ['selectFrame', 'my index=1', ''],
  ['click', 'nothing', ''],
  ['click', '', ''],
  ['assertText', '', ''],
  ['setWindowSize', '800 by 600', ''],
  ['setWindowSize', '1x800x600y', ''],
  ['storeAttribute', 'css=.x', 'v'],
  ['storeAttribute', '@href', 'v'],
  ['dragAndDropToObject', 'css=.x', 'nowhere'],
  ['dragAndDropToObject', '', 'css=.x'],
  ['else', '', ''],
])('an incomplete command is reported, and not partially read: %s %s %s', (command, target, value) => {
  const given = [target, value].filter(Boolean).join(', ');
  expect(imported([command, target, value])).toEqual([`1: The command ${command} was not understood: ${given}.`]);
});

test.each<[commands: Command[], steps: string[]]>([
  [
    [
      ['click', 'css=.x'],
      ['webdriverAnswerOnVisiblePrompt', '', 'tea'],
    ],
    ['acceptDialog action=accept text=tea', 'click <css .x>'],
  ],
  [
    [['click', 'css=.x'], ['webdriverChooseCancelOnVisibleConfirmation']],
    ['acceptDialog action=dismiss', 'click <css .x>'],
  ],
  [
    [['click', 'css=.x'], ['webdriverChooseCancelOnVisiblePrompt']],
    ['acceptDialog action=dismiss', 'click <css .x>'],
  ],
  [
    [
      ['click', 'css=.x'],
      ['acceptAlert', 'Saved'],
    ],
    ['acceptDialog action=accept', 'click <css .x>'],
  ],
  [
    [['times', '0'], ['end']],
    ['forEach values=1 variable=round', '1: The command times was not understood: 0.'],
  ],
  [
    [['times', '1.5'], ['end']],
    ['forEach values=1 variable=round', '1: The command times was not understood: 1.5.'],
  ],
  [
    [['times', '1001'], ['end']],
    ['forEach values=1 variable=round', '1: The command times was not understood: 1001.'],
  ],
  [[['while', '${a} < "3"'], ['end']], ['while left={{a}} operator=is less than right=3']],
  [[['if', "${a} == 'x'"], ['end']], ['if left={{a}} operator=equals right=x']],
  [[['if', '${a} !== x'], ['end']], ['if left={{a}} operator=does not equal right=x']],
  [
    [['forEach', 'list', 'item'], ['echo', '${item}'], ['end']],
    ['forEach values={{list}} variable=item', ' comment text={{item}}'],
  ],
  [
    [['if', 'a > 1 > 2'], ['elseIf', 'b'], ['end']],
    [
      'if left=a > 1 > 2 operator=equals right=true',
      'else',
      ' if left=b operator=equals right=true',
      '1: The command if was not understood: a > 1 > 2.',
      '2: The command elseIf was not understood: b.',
    ],
  ],
])('%j', (commands, steps) => {
  expect(imported(...commands)).toEqual(steps);
});

test('a loop runs at most a thousand times', () => {
  expect(imported(['times', '1000'], ['end'])[0]).toMatch(/^forEach values=1\|2\|.*\|1000 variable=round$/);
  expect(imported(['times', '1001'], ['end'])[1]).toBe('1: The command times was not understood: 1001.');
});

test.each<[what: string, document: unknown, names: string[]]>([
  ['a test without a name is a test', { tests: [{ commands: [] }] }, ['Test']],
  ['what is no test is passed over', { tests: [null, 'x', { name: 'Buy' }] }, ['Buy']],
])('%s', (_what, document, names) => {
  expect(importSelenium(JSON.stringify(document)).map(({ name }) => name)).toEqual(names);
});

test.each([[], { tests: 1 }, null])('a document that is no project is refused: %j', (document) => {
  expect(() => importSelenium(JSON.stringify(document))).toThrow('it has no list "tests"');
});

test("a command keeps its comment, and its element's other locators", () => {
  const command = {
    command: 'click',
    target: 'nowhere',
    targets: [['css=.a', 'css:finder'], 'x', ['', '']],
    comment: 'pays',
  };
  const [script] = importSelenium(JSON.stringify({ tests: [{ commands: [command, 'x'] }] }));
  expect(script?.steps).toMatchObject([
    { comment: 'pays', target: { name: 'nowhere', locators: [{ by: 'css', value: '.a' }] } },
  ]);
  expect(script?.problems).toEqual([]);
});
