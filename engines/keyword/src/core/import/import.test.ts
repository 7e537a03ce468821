import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { step } from '../../testing/index.ts';
import { checkSteps } from '../check/check-steps.ts';
import { toPlaywright } from '../export/to-playwright.ts';
import { toJson } from '../script.ts';
import { readText } from '../text/read-text.ts';
import { toText } from '../text/to-text.ts';
import { importPlaywright } from './import-playwright.ts';
import { importRecorder } from './import-recorder.ts';
import { formatOf, importScripts } from './import-script.ts';
import { importSelenium } from './import-selenium.ts';
import { ImportError } from './imported-script.ts';

const textOf = (steps: Parameters<typeof toText>[0]) => toText(steps).trimEnd().split('\n');
const selenium = (...commands: [command: string, target?: string, value?: string][]) =>
  importSelenium(
    JSON.stringify({
      url: 'https://shop/',
      tests: [
        { name: 'Buy', commands: commands.map(([command, target = '', value = '']) => ({ command, target, value })) },
      ],
    }),
  )[0]!;

describe('a project of Selenium IDE', () => {
  it.each<[command: string, target: string, value: string, text: string[]]>([
    ['open', '/cart', '', ['Open URL url="https://shop/cart"']],
    ['open', 'https://other/x', '', ['Open URL url="https://other/x"']],
    ['click', 'id=buy', '', ['Click "id=buy" (css="[id=\\"buy\\"]")']],
    ['click', 'linkText=Help', '', ['Click "linkText=Help" (role=link name="Help" exact)']],
    ['doubleClick', '//a[1]', '', ['Double Click "//a[1]" (xpath="//a[1]")']],
    ['type', 'name=q', 'a ${b}', ['Set Text "name=q" (css="[name=\\"q\\"]") value="a {{b}}"']],
    [
      'sendKeys',
      'css=#q',
      'tea${KEY_ENTER}',
      ['Type Slowly "css=#q" (css="#q") value=tea delayMs=0', 'Press Key "css=#q" (css="#q") keys=Enter'],
    ],
    ['select', 'id=c', 'label=Tea', ['Select Option "id=c" (css="[id=\\"c\\"]") by=label value=Tea']],
    ['select', 'id=c', 'index=1', ['Select Option "id=c" (css="[id=\\"c\\"]") by=number value=2']],
    ['uncheck', 'css=.x', '', ['Check "css=.x" (css=".x") on=false']],
    ['mouseOver', 'css=.x', '', ['Hover "css=.x" (css=".x")']],
    [
      'dragAndDropToObject',
      'css=.x',
      'id=y',
      ['Drag And Drop "css=.x" (css=".x") onto="css=\\"[id=\\\\\\"y\\\\\\"]\\""'],
    ],
    ['assertText', 'css=.x', 'Hi', ['Verify Text "css=.x" (css=".x") operator=equals expected=Hi']],
    ['verifyText', 'css=.x', 'Hi', ['Verify Text "css=.x" (css=".x") operator=equals expected=Hi [continue]']],
    ['assertTitle', 'Shop', '', ['Verify Title expected=Shop']],
    ['assertElementNotPresent', 'css=.x', '', ['Verify State "css=.x" (css=".x") state=hidden']],
    ['waitForElementVisible', 'css=.x', '30000', ['Wait For Element "css=.x" (css=".x") state=visible']],
    ['pause', '500', '', ['Wait ms=500']],
    ['setWindowSize', '800x600', '', ['Set Viewport width=800 height=600']],
    ['storeText', 'css=.x', 'sum', ['Store Text "css=.x" (css=".x") variable=sum']],
    ['storeAttribute', 'css=a@href', 'link', ['Store Attribute "css=a" (css=a) name=href variable=link']],
    ['store', 'a', 'b', ['Set Variable variable=b value=a']],
    ['executeScript', 'return 1', 'one', ['Run JavaScript code="return 1" variable=one']],
    ['run', 'Sign in', '', ['Call Function function="Sign in"']],
    ['selectFrame', 'index=0', '', ['Switch Frame "index=0" (css=":nth-match(iframe, 1)")']],
    ['selectFrame', 'relative=parent', '', ['Switch Frame']],
    ['//click', 'css=.x', '', ['Click "css=.x" (css=".x") [off]']],
    ['mouseOut', 'css=.x', '', ['']],
  ])('has %s %s %s', (command, target, value, text) => {
    const { steps, problems } = selenium([command, target, value]);
    expect(problems).toEqual([]);
    expect(textOf(steps).map((line) => line.replaceAll('css="a"', 'css=a'))).toEqual(text);
  });

  it('nests branches and loops, and answers dialogs before they open', () => {
    const { steps, problems } = selenium(
      ['if', '${a} === "x"'],
      ['click', 'css=.x'],
      ['webdriverChooseOkOnVisibleConfirmation'],
      ['elseIf', '${a} > 3'],
      ['click', 'css=.y'],
      ['else'],
      ['echo', 'none'],
      ['end'],
      ['times', '2'],
      ['while', '${b} != 1'],
      ['pause', '1'],
      ['end'],
      ['end'],
    );
    expect(problems).toEqual([]);
    expect(textOf(steps)).toEqual([
      'If left="{{a}}" operator=equals right=x',
      '  Accept Dialog action=accept',
      '  Click "css=.x" (css=".x")',
      'Otherwise',
      '  If left="{{a}}" operator="is greater than" right=3',
      '    Click "css=.y" (css=".y")',
      '  Otherwise',
      '    Comment text=none',
      '  End',
      'End',
      'For Each values="1\\n2" variable=round',
      '  While left="{{b}}" operator="does not equal" right=1',
      '    Wait ms=1',
      '  End',
      'End',
    ]);
  });

  it('keeps the other locators', () => {
    const command = {
      command: 'click',
      target: 'id=a',
      targets: [
        ['id=a', 'id'],
        ['css=.a', 'css:finder'],
        ['xpath=//a', 'xpath'],
      ],
    };
    const [script] = importSelenium(JSON.stringify({ tests: [{ name: 'T', commands: [command] }] }));
    expect(script?.steps[0]?.target?.locators.map(({ by }) => by)).toEqual(['css', 'css', 'xpath']);
  });

  it('lists unsupported commands by their number', () => {
    const { steps, problems } = selenium(
      ['open', '/'],
      ['debugger'],
      ['click', 'identifier=x'],
      ['if', 'a && b()'],
      ['end'],
      ['end'],
    );
    expect(steps).toHaveLength(2);
    expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '2 The command debugger has no counterpart. Add a step for it.',
      '3 The command click was not understood: identifier=x.',
      '4 The command if was not understood: a && b().',
      '6 The command end was not understood: .',
    ]);
  });
});

describe('a recording of Chrome DevTools', () => {
  const record = (...steps: object[]) => importRecorder(JSON.stringify({ title: 'Buy', steps }));
  it('has every step of the recorder', () => {
    const { name, steps, problems } = record(
      { type: 'setViewport', width: 800, height: 600, deviceScaleFactor: 1 },
      { type: 'navigate', url: 'https://shop/', assertedEvents: [{ type: 'navigation' }] },
      {
        type: 'click',
        selectors: [['aria/Save'], ['#save'], ['xpath///*[@id="save"]'], ['pierce/#save'], ['text/Save']],
      },
      { type: 'click', button: 'secondary', frame: [0], selectors: [['#host', '#inner']] },
      { type: 'change', value: 'Ada', selectors: [['aria/Name[role="textbox"]'], '#name'] },
      { type: 'change', value: 'de', selectors: [['select.country']] },
      { type: 'change', value: 'on', selectors: [['#gift']] },
      { type: 'keyDown', key: 'Control' },
      { type: 'keyDown', key: 'a' },
      { type: 'keyUp', key: 'a' },
      { type: 'keyUp', key: 'Control' },
      { type: 'keyDown', key: 'Enter' },
      { type: 'doubleClick', selectors: [['#x']] },
      { type: 'hover', selectors: [['#x']] },
      { type: 'scroll', x: 0, y: 300 },
      { type: 'waitForElement', selectors: [['#x']] },
      { type: 'waitForElement', selectors: [['#x']], count: 3, operator: '>=' },
      { type: 'close' },
    );
    expect(name).toBe('Buy');
    expect(problems).toEqual([]);
    expect(textOf(steps)).toEqual([
      'Set Viewport width=800 height=600',
      'Open URL url="https://shop/"',
      'Click "Save" (role=button name="Save" | role=link name="Save" | label="Save" | css="#save" | xpath="//*[@id=\\"save\\"]" | css="#save" | text="Save")',
      'Click "#host #inner" (css="#host #inner" in css=":nth-match(iframe, 1)") button=right',
      'Set Text "Name" (role=textbox name="Name" | css="#name") value=Ada',
      'Select Option "select.country" (css="select.country") by=value value=de',
      'Press Key keys="Control+a"',
      'Press Key keys=Enter',
      'Double Click "#x" (css="#x")',
      'Hover "#x" (css="#x")',
      'Scroll To x=0 y=300',
      'Wait For Element "#x" (css="#x") state=visible',
      'Verify Count "#x" (css="#x") operator="is greater than" expected=2',
      'Close Tab',
    ]);
  });
  it("lists what isn't supported", () => {
    const { problems } = record({ type: 'emulateNetworkConditions' }, { type: 'click' }, 'x' as never, {
      type: 'constructor',
    });
    expect(problems.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
  });
});

describe('a file of Playwright', () => {
  const code = `import { test, expect } from '@playwright/test';

test('buys tea', async ({ page }) => {
  await page.goto('https://shop/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  await page.getByRole('link', { name: /^cart$/i }).click({ button: 'right', modifiers: ['Shift'], position: { x: 1, y: 2 } });
  await page.getByLabel('Email').fill('ada@x.org'); await page.getByPlaceholder("It's").press('Control+A');
  await page.getByTestId('n').pressSequentially(\`a \${process.env.B}\`, { delay: 10 })
  await page.locator('#c').selectOption({ label: 'Tea' });
  await page.locator('#c').selectOption('tea');
  await page.locator('.a').filter({ hasText: 'x' }).locator('button').first().dblclick();
  await page.locator('iframe[name="f"]').contentFrame().getByText('Go').hover();
  await page.frameLocator('#g').locator('xpath=//a').check();
  await page.getByText('Cup').dragTo(page.locator('#cart'));
  page.once('dialog', dialog => {
    console.log(\`Dialog message: \${dialog.message()}\`);
    dialog.dismiss().catch(() => {});
  });
  const page1Promise = page.waitForEvent('popup');
  await page.getByText('Help').click();
  const page1 = await page1Promise;
  await expect(page1).toHaveTitle(/Help/);
  await page1.close();
  await page.keyboard.press('Enter');
  await page.setViewportSize({ width: 800, height: 600 });
  await page.waitForTimeout(1_000);
  await page.waitForURL('**/done');
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('Done')).toBeVisible();
  await expect.soft(page.locator('#n')).not.toHaveText('0');
  await expect(page.locator('#n')).toHaveAttribute('href', '/x');
  await expect(page.locator('li')).toHaveCount(3);
  await expect(page.locator('#q')).toBeEmpty();
  await test.step('at the end', async () => {
    await page.reload();
  });
});

test('second', async ({ page }) => {
  await page.goBack();
});
`;
  it('supports what the recorder writes', () => {
    const [first, second] = importPlaywright(code);
    expect(first?.problems).toEqual([]);
    expect(first?.name).toBe('buys tea');
    expect(textOf(first!.steps)).toEqual([
      'Open URL url="https://shop/" waitUntil=commit',
      'Click "Add to cart" (role=button name="Add to cart" exact)',
      'Click "cart" (role=link name="cart") button=right modifiers=Shift x=1 y=2',
      'Set Text "Email" (label="Email") value="ada@x.org"',
      'Press Key "It\'s" (placeholder="It\'s") keys="Control+A"',
      'Type Slowly "n" (testid="n") value="a {{B}}" delayMs=10',
      'Select Option "#c" (css="#c") value=Tea',
      'Select Option "#c" (css="#c") by=value value=tea',
      'Double Click ":nth-match(.a:has-text(\\"x\\") button, 1)" (css=":nth-match(.a:has-text(\\"x\\") button, 1)")',
      'Hover "Go" (text="Go" in css="iframe[name=\\"f\\"]")',
      'Check "//a" (xpath="//a" in css="#g")',
      'Drag And Drop "Cup" (text="Cup") onto="css=\\"#cart\\""',
      'Accept Dialog action=dismiss',
      'Click "Help" (text="Help")',
      'Switch Tab by=number value=2',
      'Verify Title operator=matches expected=Help',
      'Close Tab',
      'Press Key keys=Enter',
      'Set Viewport width=800 height=600',
      'Wait ms=1000',
      'Wait For URL url="/done"',
      'Verify State "Done" (text="Done") state=visible',
      'Verify Text "#n" (css="#n") operator="does not equal" expected=0 [continue]',
      'Verify Attribute "#n" (css="#n") name=href operator=equals expected="/x"',
      'Verify Count "li" (css="li") operator=equals expected=3',
      'Verify Value "#q" (css="#q") operator="is empty"',
      'Comment text="at the end"',
      'Reload',
    ]);
    expect(second).toMatchObject({ name: 'second', steps: [{ keyword: 'goBack' }], problems: [] });
    expect(checkSteps(first!.steps, { functions: [] })).toEqual([]);
  });

  it('lists unsupported statements by their line', () => {
    const [script] = importPlaywright(`
await page.getByRole('row').first().click();
await page.route('**/*', (route) => route.abort());
if (a) { await page.reload(); }
await page.getByText(/a.*b/).click();
const x = compute();
await page.constructor();
await page.getByText('a').toString();
await expect(page).valueOf();
await page.reload();`);
    expect(script?.steps.map(({ keyword }) => keyword)).toEqual(['reload']);
    expect(script?.problems.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(script?.problems[0]?.message).toBe("Not understood: await page.getByRole('row').first().click()");
  });

  it('names pictures without a name', () => {
    const [script] = importPlaywright('await expect(page).toHaveScreenshot({ fullPage: true });');
    expect(textOf(script!.steps)).toEqual(['Verify Screenshot name=Page wholePage=true']);
  });

  it('reads back what was exported', () => {
    const text = `Open URL url="https://shop/{{path}}"
Click "Save" (role=button name="Save" exact in css="#frame") count=2
Set Text "Name" (label="Name") value="it's \\\\ \\"x\\""
Select Option "#c" (css="#c") by=value value=tea
Verify State "Done" (text="Done") state=hidden
Verify Count "li" (css="li") operator=equals expected=3
Verify Screenshot name=Home threshold=0.5 masks="css=\\"#clock\\"" wholePage=true
Verify Screenshot "#c" (css="#c") name=Cart
Tap "Go" (text="Go") x=3 y=4
Wait ms=5
Save Session name=admin
Use Session name="{{user}}"
Press Key keys="{{key}}"
Go Back`;
    const { steps } = readText(text, { functions: [] });
    const [script] = importPlaywright(toPlaywright({ name: 'x', steps, functions: [] }));
    expect(script?.problems).toEqual([]);
    expect(textOf(script!.steps)).toEqual(text.split('\n'));
  });

  it('ends quickly with any text', () => {
    const code = fc.string({ unit: fc.constantFrom(...'a9 .,;()[]{}=>\'"`/\\$\n'), maxLength: 60 });
    const numRuns = process.env.TOUCHSTONE_TESTS === 'long' ? 20_000 : 300;
    for (const texts of [fc.string({ maxLength: 300 }), code])
      fc.assert(
        fc.property(texts, (text) => importPlaywright(text).length === 1),
        { numRuns },
      );
    for (const bad of ['/*', '`', '"', '/[', '(', "'\\", '${', 'a(', '{a:[', 'test("a",()=>{', 'test("a",()=>{})']) {
      const startedAt = performance.now();
      importPlaywright(bad.repeat(50_000));
      expect(performance.now() - startedAt, bad).toBeLessThan(5000);
    }
  });
});

describe('any document', () => {
  it('is recognized by its content', () => {
    const json = toJson({ name: 'x', steps: [step('reload')], functions: [] });
    expect(formatOf(json)).toBe('json');
    expect(importScripts(json)[0]?.steps).toHaveLength(1);
    expect(formatOf('{"tests":[]}')).toBe('selenium');
    expect(importScripts('{"steps":[]}')).toEqual([{ name: 'Recording', steps: [], problems: [] }]);
    expect(importScripts('await page.reload()')[0]?.steps).toHaveLength(1);
  });
  it.each(['{', '{"format":"x"}', '{"a":1}'])("explains why it can't be imported: %s", (document) => {
    expect(() => importScripts(document)).toThrow(ImportError);
  });
});
