import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { expect, test } from 'vitest';

test('the usage example of the README runs', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const code = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const own = stripTypeScriptTypes(
    code.replaceAll('@touchstone/engine-data', new URL('./index.ts', import.meta.url).href),
  );
  const body = own
    .replace(/^import \{(.*)\} from '(.*)';$/gm, "const {$1} = await load('$2');")
    .replace(/^export const shown = /m, 'return ');
  const run = new Function('load', `return (async () => {${body}})()`) as (
    load: (url: string) => unknown,
  ) => Promise<unknown>;
  expect(await run((url) => import(/* @vite-ignore */ url))).toEqual({
    rows: [{ name: 'Ada' }, { name: 'Ben' }],
    changes: [{ kind: 'changed', path: '$.total', before: 42.5, after: 42 }],
    required: ['total'],
    sample: { note: null, total: 1 },
  });
});
