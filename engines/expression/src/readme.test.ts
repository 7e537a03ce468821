import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { expect, test } from 'vitest';

test('the usage example of the README runs', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const code = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const own = stripTypeScriptTypes(
    code.replaceAll('@touchstone/engine-expression/core', new URL('./core/index.ts', import.meta.url).href),
  );
  const body = own
    .replace(/^import \{(.*)\} from '(.*)';$/gm, "const {$1} = await load('$2');")
    .replace(/^export const shown = /m, 'return ');
  const run = new Function('load', `return (async () => {${body}})()`) as (
    load: (url: string) => unknown,
  ) => Promise<unknown>;
  expect(await run((url) => import(/* @vite-ignore */ url))).toEqual({
    outcome: { holds: true, missing: [], problems: [] },
    text: '{{status}} == 200 AND ({{total}} > 9.5 OR coupon Exists)',
    faults: [
      { code: 'QUOTE_VALUE', severity: 'warning', start: 12, end: 20, message: expect.any(String) },
      {
        code: 'ENDS_WITH_LOGICAL',
        severity: 'error',
        start: 21,
        end: 24,
        message: expect.stringMatching(/^Please follow it with a variable/),
      },
    ],
  });
});
