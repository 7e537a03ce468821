import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { expect, test } from 'vitest';
import { catalogue } from './core/catalogue.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the usage example of the README runs', async () => {
  const code = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const own = stripTypeScriptTypes(
    code.replaceAll('@touchstone/engine-keyword/core', new URL('./core/index.ts', import.meta.url).href),
  );
  const body = own
    .replace(/^import \{(.*)\} from '(.*)';$/gm, "const {$1} = await load('$2');")
    .replace(/^export const shown = /m, 'return ');
  const run = new Function('load', `return (async () => {${body}})()`) as (
    load: (url: string) => unknown,
  ) => Promise<unknown>;
  expect(await run((url) => import(/* @vite-ignore */ url))).toEqual({
    problems: [],
    asked: ['openUrl', 'setText', 'verifyText'],
    status: 'passed',
    text: [
      'Open URL url="https://shop.example/"',
      'Set Text "Search" (label="Search" | placeholder="Search" | role=textbox name="Search") value=tea',
    ],
  });
});

test('the README counts every keyword', () => {
  const rows = readme.split('\n').filter((line) => /^\| (?!Group|-)/.test(line));
  const named = rows.flatMap((row) => row.split('|')[2]?.split(',') ?? []);
  expect(named).toHaveLength(catalogue.length);
});
