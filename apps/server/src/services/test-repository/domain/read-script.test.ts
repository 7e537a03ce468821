import { newStep, type Step } from '@touchstone/engine-keyword/core';
import { expect, test } from 'vitest';
import { keywordsFor } from './keywords.ts';
import { formatOf, readScripts, scriptName } from './read-script.ts';
import { stepProblems } from './step-problems.ts';
import { writeScript } from './write-script.ts';

const playwright = `import { test } from '@playwright/test';
test('Sign in', async ({ page }) => {
  await page.goto('https://shop.test/');
});
`;
const selenium = JSON.stringify({
  name: 'Shop',
  tests: [{ name: 'Pay', commands: [{ command: 'open', target: '/', value: '' }] }],
  url: 'https://shop.test',
});
const recorder = JSON.stringify({ title: 'Pay', steps: [{ type: 'navigate', url: 'https://shop.test/' }] });
const vbscript = 'Browser("Shop").Page("Home").Link("Cart").Click';
const steps: Step[] = [newStep('a', 'openUrl', { args: { url: 'https://shop.test/' } })];
const own = writeScript({ name: 'Pay', steps, functions: [] }, 'json').text;
const context = { functions: [] };

test.each([
  ['our JSON', own, 'json'],
  ['a recording of Selenium', ` \n${selenium}`, 'selenium'],
  ['a recording of DevTools', recorder, 'devtools'],
  ['a test of Playwright', playwright, 'playwright'],
  ['a part of a test of Playwright', "await  expect(page).toHaveURL('x')", 'playwright'],
  ['its import alone', 'import { test } from  "@playwright/test"', 'playwright'],
  ['VBScript', vbscript, 'vbscript'],
  ['sentences', 'Open https://shop.test/', 'text'],
  ['sentences with a brace', 'Type {name}', 'text'],
])('the form of %s is detected', (_, text, format) => {
  expect(formatOf(text)).toBe(format);
  expect(readScripts({ ...context, text, format: 'auto' }).format).toBe(format);
});

test.each([
  ['json', own, 'Pay'],
  ['selenium', selenium, 'Pay'],
  ['devtools', recorder, 'Pay'],
  ['playwright', playwright, 'Sign in'],
] as const)('%s is read with its name and its steps', (format, text, name) => {
  const { scripts, functions } = readScripts({ ...context, text, format });
  expect(scripts).toEqual([{ name, steps: [expect.objectContaining({ keyword: 'openUrl' })], unread: [] }]);
  expect(functions).toEqual([]);
});

test('functions are imported too, and sentences may call those of the project', () => {
  const called = { name: 'Sign in', inputs: [], outputs: [], steps };
  const call = newStep('c', 'callFunction', { args: { function: 'Sign in' } });
  const { text } = writeScript({ name: 'Pay', steps: [call], functions: [called] }, 'json');
  expect(readScripts({ ...context, text, format: 'json' }).functions).toMatchObject([{ name: 'Sign in' }]);
  expect(stepProblems([call], [called])).toEqual([]);
  expect(stepProblems([call], [])).not.toEqual([]);
});

test.each([
  ['json', '{"a": 1}'],
  ['json', 'no JSON'],
  ['selenium', '{}'],
  ['text', 'Dance around'],
] as const)('what is no %s is reported: %s', (format, text) => {
  const { scripts, functions } = readScripts({ ...context, text, format });
  expect(scripts).toHaveLength(1);
  expect(scripts[0]?.unread.length).toBeGreaterThan(0);
  expect([scripts[0]?.steps, functions]).toEqual([[], []]);
});

test('steps beyond the limits of a script are reported, and none of them is read', () => {
  const long = { command: 'open', target: `/${'x'.repeat(100_000)}`, value: '' };
  const tests = [{ name: 'Pay', commands: Array.from({ length: 25 }, () => long) }];
  const text = JSON.stringify({ name: 'Shop', tests, url: 'https://shop.test' });
  const [script] = readScripts({ ...context, text, format: 'selenium' }).scripts;
  expect(script).toMatchObject({ name: 'Pay', steps: [], unread: { length: 20 } });
  expect(script?.unread[0]).toEqual({ line: null, message: expect.stringMatching(/^0\.args\.url: /) });
});

test.each([
  [undefined, 'Imported script'],
  ['', 'Imported script'],
  ['2026', 'Imported script'],
  ['Pay: by card!', 'Pay by card'],
  ['3. Sign in', 'Sign in'],
  ['Käse in der Crêperie', 'Kase in der Creperie'],
  ['sign_in-2', 'sign_in-2'],
  ['Pay \t\n twice ', 'Pay twice'],
  [`${'x'.repeat(254)} yy`, 'x'.repeat(254)],
])('%j becomes the name %j', (given, name) => {
  expect(scriptName(given)).toBe(name);
});

test.each([
  ['json', 'application/json; charset=utf-8', 'json', '"openUrl"'],
  ['playwright', 'text/plain; charset=utf-8', 'spec.ts', '@playwright/test'],
  ['gherkin', 'text/plain; charset=utf-8', 'feature', 'Scenario'],
  ['text', 'text/plain; charset=utf-8', 'txt', 'https://shop.test/'],
] as const)('a script is written as %s', (format, mediaType, extension, part) => {
  const written = writeScript({ name: 'Pay', steps, functions: [] }, format);
  expect(written).toMatchObject({ mediaType, extension });
  expect(written.text).toContain(part);
});

test('a surface has its own keywords, with the choices of their parameters', () => {
  const keywords = keywordsFor('web');
  expect(keywords.length).toBeGreaterThan(10);
  expect(keywords[0]).not.toHaveProperty('surfaces');
  const parameters = keywords.flatMap((keyword) => keyword.parameters);
  expect(parameters.find(({ name }) => name === 'state')?.choices).toContain('visible');
  expect(parameters.find(({ name }) => name === 'url')).not.toHaveProperty('choices');
});
