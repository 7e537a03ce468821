import { expect, test } from 'vitest';
import { formatPlaywright } from '../../testing/index.ts';
import type { KeywordFunction } from '../step.ts';

const functions: KeywordFunction[] = [{ name: 'sign in', inputs: ['user', 'how'], outputs: ['greeting'], steps: [] }];
test.each<[text: string, code: string[]]>([
  [
    'If left="{{a}}" operator="equals" right=b\n  Reload\nEnd',
    ["if (vars['a'] === 'b') {", '  await page.reload();', '}'],
  ],
  [
    'If left="{{a}}" operator="does not equal" right=b\n  Reload\nEnd',
    ["if (vars['a'] !== 'b') {", '  await page.reload();', '}'],
  ],
  [
    'If left="{{a}}" operator="contains" right=b\n  Reload\nEnd',
    ["if (vars['a'].includes('b')) {", '  await page.reload();', '}'],
  ],
  [
    'If left="{{a}}" operator="does not contain" right=b\n  Reload\nEnd',
    ["if (!vars['a'].includes('b')) {", '  await page.reload();', '}'],
  ],
  [
    'If left="{{a}}" operator="starts with" right=b\n  Reload\nEnd',
    ["if (vars['a'].startsWith('b')) {", '  await page.reload();', '}'],
  ],
  [
    'If left="{{a}}" operator="ends with" right=b\n  Reload\nEnd',
    ["if (vars['a'].endsWith('b')) {", '  await page.reload();', '}'],
  ],
  [
    'If left="{{a}}" operator="matches" right=b\n  Reload\nEnd',
    ["if (new RegExp('b').test(vars['a'])) {", '  await page.reload();', '}'],
  ],
  [
    'If left="{{a}}" operator="is greater than" right=b\n  Reload\nEnd',
    ["if (Number(vars['a']) > Number('b')) {", '  await page.reload();', '}'],
  ],
  [
    'If left="{{a}}" operator="is less than" right=b\n  Reload\nEnd',
    ["if (Number(vars['a']) < Number('b')) {", '  await page.reload();', '}'],
  ],
  ['If left="{{a}}" operator="is empty"\n  Reload\nEnd', ["if (vars['a'] === '') {", '  await page.reload();', '}']],
  [
    'If left="{{a}}" operator="is not empty"\n  Reload\nOtherwise\n  Go Back\nEnd',
    ["if (vars['a'] !== '') {", '  await page.reload();', '} else {', '  await page.goBack();', '}'],
  ],
  [
    'If "x" (css="#x") state=visible\n  Reload\nEnd',
    ["if (await page.locator('#x').isVisible()) {", '  await page.reload();', '}'],
  ],
  [
    'If "x" (css="#x") state=hidden\n  Reload\nEnd',
    ["if (await page.locator('#x').isHidden()) {", '  await page.reload();', '}'],
  ],
  [
    'If "x" (css="#x") state=enabled\n  Reload\nEnd',
    ["if (await page.locator('#x').isEnabled()) {", '  await page.reload();', '}'],
  ],
  [
    'If "x" (css="#x") state=disabled\n  Reload\nEnd',
    ["if (await page.locator('#x').isDisabled()) {", '  await page.reload();', '}'],
  ],
  [
    'If "x" (css="#x") state=checked\n  Reload\nEnd',
    ["if (await page.locator('#x').isChecked()) {", '  await page.reload();', '}'],
  ],
  [
    'If "x" (css="#x") state=unchecked\n  Reload\nEnd',
    ["if (!(await page.locator('#x').isChecked())) {", '  await page.reload();', '}'],
  ],
  [
    'While left="{{a}}" operator=equals right=b max=3\n  Reload\nEnd',
    [
      "for (let round = 0; vars['a'] === 'b'; round += 1) {",
      "  if (round >= 3) throw new Error('The condition still holds.');",
      '  await page.reload();',
      '}',
    ],
  ],
  [
    'While "x" (css="#x") state=visible\n  Reload\nEnd',
    [
      "for (let round = 0; await page.locator('#x').isVisible(); round += 1) {",
      "  if (round >= 100) throw new Error('The condition still holds.');",
      '  await page.reload();',
      '}',
    ],
  ],
  [
    'For Each values="a\\nb" variable=x\n  Reload\nEnd',
    [
      "for (const value of 'a\\nb'.split('\\n').map((line) => line.trim()).filter(Boolean)) {",
      "  vars['x'] = value;",
      '  await page.reload();',
      '}',
    ],
  ],
  [
    'For Each values="{{list}}"\n  Reload\nEnd',
    [
      "for (const value of vars['list'].split('\\n').map((line) => line.trim()).filter(Boolean)) {",
      "  vars['item'] = value;",
      '  await page.reload();',
      '}',
    ],
  ],
  [
    'For Each\n  Reload\nEnd',
    [
      'for (const row of [] as Vars[] /* the rows of the data table */) {',
      '  Object.assign(vars, row);',
      '  await page.reload();',
      '}',
    ],
  ],
  [
    'Try variable=why\n  Reload\nCatch\n  Go Back\nEnd',
    [
      'try {',
      '  await page.reload();',
      '} catch (error) {',
      "  vars['why'] = String(error);",
      '  await page.goBack();',
      '}',
    ],
  ],
  ['Try\n  Reload\nEnd', ['try {', '  await page.reload();', '} catch (error) {', '}']],
  ['Stop', ['return;']],
  ['Stop result=failed', ["throw new Error('The script ended itself.');"]],
  ['Stop result=failed reason="No {{x}}"', ["throw new Error(`No ${vars['x']}`);"]],
  ['Comment text="a\\nb"', ['// a', '// b']],
  [
    'Call Function function="sign in" inputs="user={{u}}\\nhow=fast" outputs="said=greeting"',
    [
      '{',
      "  const given = await doSignIn(page, context, { 'user': vars['u'], 'how': 'fast' });",
      "  vars['said'] = given['greeting'];",
      '}',
    ],
  ],
  ['Call Function function="sign in"', ['await doSignIn(page, context, {});']],
  [
    'Reload [continue]',
    ['try {', '  await page.reload();', '} catch (error) {', "  expect.soft(String(error)).toBe('');", '}'],
  ],
  ['Verify State "x" (css="#x") state=visible [continue]', ["await expect.soft(page.locator('#x')).toBeVisible();"]],
  [
    'Verify Accessibility "x" (css="#x") [continue]',
    [
      'try {',
      '  {',
      "    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).include('#x').analyze();",
      "    const impacts = ['minor', 'moderate', 'serious', 'critical'];",
      "    expect(violations.filter(({ impact }) => impacts.includes(impact ?? 'minor'))).toEqual([]);",
      '  }',
      '} catch (error) {',
      "  expect.soft(String(error)).toBe('');",
      '}',
    ],
  ],
  ['Reload [retry, retries 2]', ['await expect(async () => {', '  await page.reload();', '}).toPass();']],
  ['Reload [retry, retries 0]', ['await page.reload();']],
  ['Reload [off]', ['// Switched off: Reload']],
])('%s', (text, code) => {
  expect(formatPlaywright(text, functions)).toEqual(code);
});
