import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { expect, test } from 'vitest';

test('the usage example of the README runs', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const code = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const own = stripTypeScriptTypes(
    code.replaceAll('@touchstone/engine-heal/core', new URL('./core/index.ts', import.meta.url).href),
  );
  const body = own
    .replace(/^import \{(.*)\} from '(.*)';$/gm, "const {$1} = await load('$2');")
    .replace(/^export const shown = /m, 'return ');
  const run = new Function('load', `return (async () => {${body}})()`) as (
    load: (url: string) => unknown,
  ) => Promise<unknown>;
  expect(await run((url) => import(/* @vite-ignore */ url))).toEqual({
    verdict: expect.stringMatching(/^(?:same|unsure)$/),
    index: 1,
    id: { trait: 'id', was: 'pay', is: 'submit', likeness: 0, weight: expect.any(Number) },
  });
});
