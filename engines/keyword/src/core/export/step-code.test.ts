import { expect, test } from 'vitest';
import { formatPlaywright } from '../../testing/index.ts';

test.each<[text: string, code: string[]]>([
  ['Open URL url="https://shop/"', ["await page.goto('https://shop/');"]],
  [
    'Open URL url="/{{path}}" waitUntil=networkidle',
    ["await page.goto(`/${vars['path']}`, { waitUntil: 'networkidle' });"],
  ],
  ['New Tab', ['page = await context.newPage();']],
  ['New Tab url="/x"', ['page = await context.newPage();', "await page.goto('/x');"]],
  ['Switch Tab by=title value=Help', ["page = await findTab(context, 'title', 'Help');"]],
  ['Close Tab', ['await page.close();', 'page = context.pages().at(-1);']],
  ['Close Tab number=2', ['await context.pages()[2 - 1].close();', 'page = context.pages().at(-1);']],
  ['Set Viewport width=800 height="{{h}}"', ["await page.setViewportSize({ width: 800, height: Number(vars['h']) });"]],
  ['Click "x" (css="#x")', ["await page.locator('#x').click();"]],
  ['Click "x" (css="#x") button=right', ["await page.locator('#x').click({ button: 'right' });"]],
  [
    'Click "x" (css="#x") count=2 modifiers="Shift\\nAlt"',
    ["await page.locator('#x').click({ clickCount: 2, modifiers: ['Shift', 'Alt'] });"],
  ],
  ['Click "x" (css="#x") x=3 y=4', ["await page.locator('#x').click({ position: { x: 3, y: 4 } });"]],
  ['Click "x" (css="#x") x=3', ["await page.locator('#x').click();"]],
  ['Double Click "x" (css="#x")', ["await page.locator('#x').dblclick();"]],
  ['Right Click "x" (css="#x")', ["await page.locator('#x').click({ button: 'right' });"]],
  ['Hover "x" (css="#x")', ["await page.locator('#x').hover();"]],
  ['Clear "x" (css="#x")', ["await page.locator('#x').clear();"]],
  ['Drag And Drop "x" (css="#x") onto="css=\\"#cart\\""', ["await page.locator('#x').dragTo(page.locator('#cart'));"]],
  ['Scroll To "x" (css="#x")', ["await page.locator('#x').scrollIntoViewIfNeeded();"]],
  ['Scroll To x=0 y=300', ['await page.evaluate(([x, y]) => window.scrollTo(x, y), [0, 300]);']],
  ['Press Key "x" (css="#x") keys=Enter', ["await page.locator('#x').press('Enter');"]],
  ['Press Key keys=Enter', ["await page.keyboard.press('Enter');"]],
  ['Tap "x" (css="#x")', ["await page.locator('#x').tap();"]],
  ['Tap "x" (css="#x") x=3 y=4', ["await page.locator('#x').tap({ position: { x: 3, y: 4 } });"]],
  ['Tap "x" (css="#x") y=4', ["await page.locator('#x').tap();"]],
  [
    'Swipe "x" (css="#x") direction=left',
    ["await swipe(page, page.locator('#x'), { direction: 'left', distance: 200 });"],
  ],
  ['Swipe direction=up distance=0.5', ["await swipe(page, null, { direction: 'up', distance: 0.5 });"]],
  ['Swipe to="css=\\"#cart\\""', ["await swipe(page, null, { to: page.locator('#cart') });"]],
  ['Set Text "x" (css="#x") value="Dear {{ name }}"', ["await page.locator('#x').fill(`Dear ${vars['name']}`);"]],
  ['Type Slowly "x" (css="#x") value=a delayMs=5', ["await page.locator('#x').pressSequentially('a', { delay: 5 });"]],
  ['Select Option "x" (css="#x") value=Tea', ["await page.locator('#x').selectOption({ label: 'Tea' });"]],
  ['Select Option "x" (css="#x") by=value value=tea', ["await page.locator('#x').selectOption({ value: 'tea' });"]],
  ['Select Option "x" (css="#x") by=number value=2', ["await page.locator('#x').selectOption({ index: 2 - 1 });"]],
  [
    'Select Option "x" (css="#x") by=number value="{{n}}"',
    ["await page.locator('#x').selectOption({ index: Number(vars['n']) - 1 });"],
  ],
  ['Check "x" (css="#x")', ["await page.locator('#x').check();"]],
  ['Check "x" (css="#x") on=false', ["await page.locator('#x').uncheck();"]],
  ['Set Date "x" (css="#x") date=2026-03-01', ["await page.locator('#x').fill('2026-03-01');"]],
  ['Set Date "x" (css="#x") date=2026-03-01 format="DD.MM.YYYY"', ["await page.locator('#x').fill('01.03.2026');"]],
  [
    'Set Date "x" (css="#x") date=today',
    ["await page.locator('#x').fill(new Date(Date.now() + 0).toISOString().slice(0, 10));"],
  ],
  [
    'Set Date "x" (css="#x") date="Today - 3"',
    ["await page.locator('#x').fill(new Date(Date.now() - 259200000).toISOString().slice(0, 10));"],
  ],
  [
    'Set Date "x" (css="#x") date="today+10"',
    ["await page.locator('#x').fill(new Date(Date.now() + 864000000).toISOString().slice(0, 10));"],
  ],
  ['Set Date "x" (css="#x") date="{{when}}"', ["await page.locator('#x').fill(vars['when']);"]],
  ['Set Date "x" (css="#x") date="2026-03"', ["await page.locator('#x').fill('2026-03');"]],
  ['Upload File "x" (css="#x") file=cv.pdf', ["await page.locator('#x').setInputFiles('cv.pdf');"]],
  [
    'Upload File "x" (css="#x") file=a.txt content="Hello {{name}}"',
    [
      "await page.locator('#x').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from(`Hello ${vars['name']}`) });",
    ],
  ],
  [
    'Enter One-Time Code "x" (css="#x")',
    [
      '// Playwright makes no one-time codes: put the present one into the variable oneTimeCode.',
      "await page.locator('#x').fill(vars['oneTimeCode']);",
    ],
  ],
  [
    'Verify Table "x" (css="#x") rows="Tea | 3 | *\\n | Milk"',
    [
      "await expect(page.locator('#x').getByRole('row').filter({ hasText: 'Tea' }).filter({ hasText: '3' })).not.toHaveCount(0);",
      "await expect(page.locator('#x').getByRole('row').filter({ hasText: 'Milk' })).not.toHaveCount(0);",
    ],
  ],
  [
    'Verify Download operator=contains expected=report',
    ["expect((await page.waitForEvent('download')).suggestedFilename()).toContain('report');"],
  ],
  ['Wait For Element "x" (css="#x") state=hidden', ["await expect(page.locator('#x')).toBeHidden();"]],
  ['Verify State "x" (css="#x") state=visible', ["await expect(page.locator('#x')).toBeVisible();"]],
  ['Verify State "x" (css="#x") state=enabled', ["await expect(page.locator('#x')).toBeEnabled();"]],
  ['Verify State "x" (css="#x") state=disabled', ["await expect(page.locator('#x')).toBeDisabled();"]],
  ['Verify State "x" (css="#x") state=checked', ["await expect(page.locator('#x')).toBeChecked();"]],
  ['Verify State "x" (css="#x") state=unchecked', ["await expect(page.locator('#x')).not.toBeChecked();"]],
  ['Verify State "x" (css="#x") state=editable', ["await expect(page.locator('#x')).toBeEditable();"]],
  ['Verify State "x" (css="#x") state=focused', ["await expect(page.locator('#x')).toBeFocused();"]],
  ['Wait For Text "x" (css="#x") text=Done', ["await expect(page.locator('#x')).toContainText('Done');"]],
  ['Wait For Text text=Done', ["await expect(page.getByText('Done').first()).toBeVisible();"]],
  ['Wait For URL operator=equals url="/x"', ["await expect(page).toHaveURL('/x');"]],
  [
    'Wait For Response url="/api"',
    ["await page.waitForResponse((response) => matchesAddress('/api', response.url()));"],
  ],
  [
    'Wait For Response url="/api" method=post status=201',
    [
      "await page.waitForResponse((response) => matchesAddress('/api', response.url()) && response.request().method() === 'POST' && response.status() === 201);",
    ],
  ],
  [
    'Wait For Response url="/api" variable=answer',
    [
      "vars['answer'] = String(await (await page.waitForResponse((response) => matchesAddress('/api', response.url()))).text());",
    ],
  ],
  ['Wait ms="{{ms}}"', ["await page.waitForTimeout(Number(vars['ms']));"]],
  ['Wait ms=500', ['await page.waitForTimeout(500);']],
  [
    'Verify Text "x" (css="#x") operator="equals" expected=a.b',
    ["await expect(page.locator('#x')).toHaveText('a.b');"],
  ],
  [
    'Verify Text "x" (css="#x") operator="does not equal" expected=a.b',
    ["await expect(page.locator('#x')).not.toHaveText('a.b');"],
  ],
  [
    'Verify Text "x" (css="#x") operator="contains" expected=a.b',
    ["await expect(page.locator('#x')).toHaveText(new RegExp(literally('a.b')));"],
  ],
  [
    'Verify Text "x" (css="#x") operator="does not contain" expected=a.b',
    ["await expect(page.locator('#x')).not.toHaveText(new RegExp(literally('a.b')));"],
  ],
  [
    'Verify Text "x" (css="#x") operator="starts with" expected=a.b',
    ["await expect(page.locator('#x')).toHaveText(new RegExp(`^${literally('a.b')}`));"],
  ],
  [
    'Verify Text "x" (css="#x") operator="ends with" expected=a.b',
    ["await expect(page.locator('#x')).toHaveText(new RegExp(`${literally('a.b')}$`));"],
  ],
  [
    'Verify Text "x" (css="#x") operator="matches" expected=a.b',
    ["await expect(page.locator('#x')).toHaveText(new RegExp('a.b'));"],
  ],
  [
    'Verify Text "x" (css="#x") operator="is greater than" expected=a.b',
    ["await expect.poll(async () => Number(await page.locator('#x').innerText())).toBeGreaterThan(Number('a.b'));"],
  ],
  [
    'Verify Text "x" (css="#x") operator="is less than" expected=a.b',
    ["await expect.poll(async () => Number(await page.locator('#x').innerText())).toBeLessThan(Number('a.b'));"],
  ],
  [
    'Verify Text "x" (css="#x") operator="is empty"',
    ["await expect(page.locator('#x')).toHaveText(new RegExp('^$'));"],
  ],
  [
    'Verify Text "x" (css="#x") operator="is not empty"',
    ["await expect(page.locator('#x')).not.toHaveText(new RegExp('^$'));"],
  ],
  ['Verify Value "x" (css="#x") expected="{{tea}}"', ["await expect(page.locator('#x')).toHaveValue(vars['tea']);"]],
  [
    'Verify Attribute "x" (css="#x") name=href operator="equals" expected=a',
    ["await expect.poll(async () => (await page.locator('#x').getAttribute('href')) ?? '').toBe('a');"],
  ],
  [
    'Verify Attribute "x" (css="#x") name=href operator="does not equal" expected=a',
    ["await expect.poll(async () => (await page.locator('#x').getAttribute('href')) ?? '').not.toBe('a');"],
  ],
  [
    'Verify Attribute "x" (css="#x") name=href operator="contains" expected=a',
    ["await expect.poll(async () => (await page.locator('#x').getAttribute('href')) ?? '').toContain('a');"],
  ],
  [
    'Verify Attribute "x" (css="#x") name=href operator="does not contain" expected=a',
    ["await expect.poll(async () => (await page.locator('#x').getAttribute('href')) ?? '').not.toContain('a');"],
  ],
  [
    'Verify Attribute "x" (css="#x") name=href operator="starts with" expected=a',
    [
      "await expect.poll(async () => (await page.locator('#x').getAttribute('href')) ?? '').toMatch(new RegExp(`^${literally('a')}`));",
    ],
  ],
  [
    'Verify Attribute "x" (css="#x") name=href operator="ends with" expected=a',
    [
      "await expect.poll(async () => (await page.locator('#x').getAttribute('href')) ?? '').toMatch(new RegExp(`${literally('a')}$`));",
    ],
  ],
  [
    'Verify Attribute "x" (css="#x") name=href operator="matches" expected=a',
    ["await expect.poll(async () => (await page.locator('#x').getAttribute('href')) ?? '').toMatch(new RegExp('a'));"],
  ],
  [
    'Verify Attribute "x" (css="#x") name=href operator="is greater than" expected=a',
    [
      "await expect.poll(async () => Number((await page.locator('#x').getAttribute('href')) ?? '')).toBeGreaterThan(Number('a'));",
    ],
  ],
  [
    'Verify Attribute "x" (css="#x") name=href operator="is less than" expected=a',
    [
      "await expect.poll(async () => Number((await page.locator('#x').getAttribute('href')) ?? '')).toBeLessThan(Number('a'));",
    ],
  ],
  [
    'Verify Attribute "x" (css="#x") name=href operator="is empty"',
    ["await expect.poll(async () => (await page.locator('#x').getAttribute('href')) ?? '').toBe('');"],
  ],
  [
    'Verify Attribute "x" (css="#x") name=href operator="is not empty"',
    ["await expect.poll(async () => (await page.locator('#x').getAttribute('href')) ?? '').not.toBe('');"],
  ],
  ['Verify Count "x" (css="#x") operator=equals expected=3', ["await expect(page.locator('#x')).toHaveCount(3);"]],
  [
    'Verify Count "x" (css="#x") operator="is less than" expected=3',
    ["await expect.poll(() => page.locator('#x').count()).toBeLessThan(3);"],
  ],
  ['Verify Title expected=Shop', ["await expect(page).toHaveTitle('Shop');"]],
  [
    'Verify Title operator="is greater than" expected=3',
    ['await expect.poll(async () => Number(await page.title())).toBeGreaterThan(3);'],
  ],
  [
    'Verify Value "x" (css="#x") operator="is less than" expected="{{n}}"',
    ["await expect.poll(async () => Number(await page.locator('#x').inputValue())).toBeLessThan(Number(vars['n']));"],
  ],
  [
    'Verify URL operator="is less than" expected=3',
    ['await expect.poll(async () => Number(page.url())).toBeLessThan(3);'],
  ],
  [
    'Verify Download operator="is greater than" expected=3',
    ["expect(Number((await page.waitForEvent('download')).suggestedFilename())).toBeGreaterThan(3);"],
  ],
  [
    'Verify URL operator="does not contain" expected=error',
    ["await expect(page).not.toHaveURL(new RegExp(literally('error')));"],
  ],
  [
    'Verify Accessibility',
    [
      '{',
      "  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();",
      "  const impacts = ['minor', 'moderate', 'serious', 'critical'];",
      "  expect(violations.filter(({ impact }) => impacts.includes(impact ?? 'minor'))).toEqual([]);",
      '}',
    ],
  ],
  [
    'Verify Accessibility ignore="region\\nlabel"',
    [
      '{',
      "  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).disableRules(['region', 'label']).analyze();",
      "  const impacts = ['minor', 'moderate', 'serious', 'critical'];",
      "  expect(violations.filter(({ impact }) => impacts.includes(impact ?? 'minor'))).toEqual([]);",
      '}',
    ],
  ],
  [
    'Verify Accessibility "x" (label="Name")',
    [
      '// @axe-core/playwright finds elements by CSS only: the whole page is verified.',
      '{',
      "  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();",
      "  const impacts = ['minor', 'moderate', 'serious', 'critical'];",
      "  expect(violations.filter(({ impact }) => impacts.includes(impact ?? 'minor'))).toEqual([]);",
      '}',
    ],
  ],
  [
    'Verify Screenshot name=Home wholePage=true',
    ["await expect(page).toHaveScreenshot('Home.png', { fullPage: true });"],
  ],
  [
    'Verify Screenshot name="{{n}}" threshold="{{t}}"',
    ["await expect(page).toHaveScreenshot(`${vars['n']}.png`, { maxDiffPixelRatio: Number(vars['t']) / 100 });"],
  ],
  [
    'Verify Screenshot "x" (css="#x") name=Home wholePage=true threshold=0.03',
    ["await expect(page.locator('#x')).toHaveScreenshot('Home.png', { maxDiffPixelRatio: 0.0003 });"],
  ],
  ['Store Text "x" (css="#x") variable=sum', ["vars['sum'] = String(await page.locator('#x').innerText());"]],
  [
    'Store Attribute "x" (css="#x") name=href variable=link',
    ["vars['link'] = String(await page.locator('#x').getAttribute('href'));"],
  ],
  ['Store Count "x" (css="#x") variable=n', ["vars['n'] = String(await page.locator('#x').count());"]],
  ['Set Variable variable=a value="{{b}}"', ["vars['a'] = vars['b'];"]],
  [
    'Run JavaScript code="return 1;" variable=one',
    ["vars['one'] = String(await page.evaluate(async () => {", 'return 1;', '}));'],
  ],
  ['Run JavaScript code="a();\\nb();"', ['await page.evaluate(async () => {', 'a();', 'b();', '});']],
  [
    'Run JavaScript "x" (css="#x") code="return element.id;"',
    ["await page.locator('#x').evaluate(async (element) => {", 'return element.id;', '});'],
  ],
  [
    'Run SQL connection=Shop query="select 1\\nfrom x" variable=rows',
    [
      '// Playwright asks no databases. Run this query on "Shop" with a client of your own:',
      '// select 1',
      '// from x',
      "vars['rows'] ??= '';",
    ],
  ],
  [
    'Run SQL connection=Shop query="select 1"',
    ['// Playwright asks no databases. Run this query on "Shop" with a client of your own:', '// select 1'],
  ],
  ['Start Measure name=load', ["vars['start of load'] = String(Date.now());"]],
  [
    'End Measure name=load',
    [
      '{',
      "  const ms = Date.now() - Number(vars['start of load']);",
      "  test.info().annotations.push({ type: 'load', description: `${ms} ms` });",
      '}',
    ],
  ],
  [
    'End Measure name=load most=500 variable=ms',
    [
      '{',
      "  const ms = Date.now() - Number(vars['start of load']);",
      "  test.info().annotations.push({ type: 'load', description: `${ms} ms` });",
      '  expect(ms).toBeLessThanOrEqual(500);',
      "  vars['ms'] = String(ms);",
      '}',
    ],
  ],
  ['Accept Dialog', ["page.once('dialog', (dialog) => dialog.accept());"]],
  ['Accept Dialog action=dismiss text=x', ["page.once('dialog', (dialog) => dialog.dismiss());"]],
  ['Accept Dialog text=tea', ["page.once('dialog', (dialog) => dialog.accept('tea'));"]],
  [
    'Mock Response url="/api" status=404 body="{}"',
    [
      "await context.route((url) => matchesAddress('/api', url.href), async (route) => {",
      "  await route.fulfill({ status: 404, headers: { 'content-type': 'application/json' }, body: '{}' });",
      '});',
    ],
  ],
  [
    'Mock Response url="/api" method=post headers="x-a: 1\\nx-b:{{b}}" body=x',
    [
      "await context.route((url) => matchesAddress('/api', url.href), async (route) => {",
      "  if (route.request().method() !== 'POST') return route.fallback();",
      "  await route.fulfill({ status: 200, headers: { 'content-type': 'application/json', 'x-a': '1', 'x-b': vars['b'] }, body: 'x' });",
      '});',
    ],
  ],
  ['Set Cookie name=a value=b', ["await context.addCookies([{ name: 'a', value: 'b', url: page.url() }]);"]],
  [
    'Set Cookie name=a value=b domain=shop.example',
    ["await context.addCookies([{ name: 'a', value: 'b', domain: 'shop.example', path: '/' }]);"],
  ],
  [
    'Set Storage key=a value=b',
    ["await page.evaluate(([key, value]) => localStorage.setItem(key, value), ['a', 'b']);"],
  ],
  [
    'Set Storage area=session key=a value=b',
    ["await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), ['a', 'b']);"],
  ],
  ['Save Session name=admin', ["await context.storageState({ path: 'sessions/admin.json' });"]],
  ['Use Session name="{{user}}"', ["await context.setStorageState(`sessions/${vars['user']}.json`);"]],
  [
    'Set Geolocation latitude=52.5 longitude=-13',
    [
      "await context.grantPermissions(['geolocation']);",
      'await context.setGeolocation({ latitude: 52.5, longitude: -13 });',
    ],
  ],
  ['Set Clock time="09:05"', ['await page.clock.setSystemTime(new Date(new Date().setHours(9, 5, 0, 0)));']],
  ['Set Clock time="2026-03-01" mode="stands still"', ["await page.clock.setFixedTime('2026-03-01');"]],
  [
    'Set Clock time="today+1"',
    ['await page.clock.setSystemTime(new Date(Date.now() + 86400000).toISOString().slice(0, 10));'],
  ],
  ['Set Clock time="9:05"', ["await page.clock.setSystemTime('9:05');"]],
  ['Move Clock by=90s', ['await page.clock.fastForward(90000);']],
  ['Move Clock by="2 min"', ['// "2 min" is no duration, so the clock is not moved.']],
  ['Move Clock by=soon', ['// "soon" is no duration, so the clock is not moved.']],
  ['Take Screenshot', ["await page.screenshot({ path: test.info().outputPath('screenshot.png') });"]],
  [
    'Take Screenshot "x" (css="#x") name=Home',
    ["await page.locator('#x').screenshot({ path: test.info().outputPath('Home.png') });"],
  ],
  [
    'Switch Frame "f" (css="#f")\nSwitch Frame "g" (css="#g")\nClick "x" (css="#x")\nSwitch Frame\nClick "x" (css="#x")',
    [
      "await page.locator('#f').contentFrame().locator('#g').contentFrame().locator('#x').click();",
      "await page.locator('#x').click();",
    ],
  ],
  [
    'Switch Frame "g" (css="#g" in css="#f")\nClick "y" (css="#y" in css="#h")',
    ["await page.locator('#h').contentFrame().locator('#y').click();"],
  ],
  ['Click "n" (testid="n" exact)', ["await page.getByTestId('n').click();"]],
  ['Click "n" (placeholder="It\'s" exact)', ["await page.getByPlaceholder('It\\'s', { exact: true }).click();"]],
  ['Click "n" (xpath="//a")', ["await page.locator('xpath=//a').click();"]],
  ['Click "n" (role=button name="Go {{x}}")', ["await page.getByRole('button', { name: `Go ${vars['x']}` }).click();"]],
  ['Click "n" (role=button)', ["await page.getByRole('button').click();"]],
  ['Click "n" (label="{{n}} `${a}`")', ["await page.getByLabel(`${vars['n']} \\`\\${a}\\``).click();"]],
  [
    'Set Variable variable=a value="{{b}}{{c}} \\"q\\" \\\\ end"',
    ["vars['a'] = `${vars['b']}${vars['c']} \"q\" \\\\ end`;"],
  ],
  ['Set Variable variable=a value="no {{ }} {x} {{}}"', ["vars['a'] = 'no {{ }} {x} {{}}';"]],
  ['Set Variable variable=a value="line\\nnext"', ["vars['a'] = 'line\\nnext';"]],
  ['Wait ms=1.5', ['await page.waitForTimeout(1.5);']],
  ['Wait ms=1.5x', ["await page.waitForTimeout(Number('1.5x'));"]],
  ['Wait ms=-1', ['await page.waitForTimeout(-1);']],
])('%s', (text, code) => {
  expect(formatPlaywright(text)).toEqual(code);
});
