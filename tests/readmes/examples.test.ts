import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { expect, test } from 'vitest';

/** The values that the first example in an engine's README exports as `shown`. */
async function runExample(engine: string): Promise<unknown> {
  const readme = readFileSync(new URL(`../../engines/${engine}/README.md`, import.meta.url), 'utf8');
  const code = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const body = stripTypeScriptTypes(code)
    .replace(/^import \{(.*)\} from '(.*)';$/gm, "const {$1} = await load('$2');")
    .replace(/^export const shown = /m, 'return ');
  const run = new Function('load', `return (async () => {${body}})()`) as (
    load: (name: string) => Promise<unknown>,
  ) => Promise<unknown>;
  return run((name) => import(/* @vite-ignore */ name));
}

test.each<[engine: string, shown: object]>([
  [
    'data',
    {
      rows: [{ name: 'Ada' }, { name: 'Ben' }],
      changes: [{ kind: 'changed', path: '$.total', before: 42.5, after: 42 }],
      required: ['total'],
      sample: { note: null, total: 1 },
    },
  ],
  [
    'expression',
    {
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
    },
  ],
  [
    'flow',
    {
      problems: [{ code: 'EMAIL_WITHOUT_RECIPIENT', message: 'Add at least one recipient.', node: 'mail' }],
      started: [{ type: 'startAttempt', node: 'order', attempt: 1 }],
      failed: [{ type: 'setTimer', node: 'order', attempt: 1, purpose: 'retry', at: 1700 }],
    },
  ],
  [
    'heal',
    {
      verdict: expect.stringMatching(/^(?:same|unsure)$/),
      index: 1,
      id: { trait: 'id', was: 'pay', is: 'submit', likeness: 0, weight: expect.any(Number) },
    },
  ],
  [
    'keyword',
    {
      problems: [],
      asked: ['openUrl', 'setText', 'verifyText'],
      status: 'passed',
      text: [
        'Open URL url="https://shop.example/"',
        'Set Text "Search" (label="Search" | placeholder="Search" | role=textbox name="Search") value=tea',
      ],
    },
  ],
])('the usage example in the README of %s shows what it says', async (engine, shown) => {
  expect(await runExample(engine)).toEqual(shown);
});
