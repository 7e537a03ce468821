import { flowSchema } from '@touchstone/engine-flow/core';
import { expect, test } from 'vitest';
import { withIds } from './flow-file.ts';
import { withoutSecretValues } from './flow-secrets.ts';

const document = {
  flow: flowSchema.parse({
    version: 1,
    nodes: [
      {
        id: 'a',
        kind: 'api-script',
        name: 'old-script',
        settings: { scriptId: 'old-script', more: [{ id: 'old-script' }, 'text with old-script', 5, null] },
        environmentId: 'old-environment',
        databaseId: 'old-database',
        inputs: [
          { name: 'key', type: 'secret', value: 'rosebud' },
          { name: 'user', type: 'string', value: 'ada' },
        ],
      },
      { id: 'b', kind: 'wait', name: 'plain' },
    ],
  }),
  layout: { a: { x: 1, y: 2 } },
};

test('ids are replaced where they are complete values, and text that merely contains them stays', () => {
  const ids = new Map([
    ['old-script', 'new-script'],
    ['old-environment', 'new-environment'],
    ['old-database', 'new-database'],
  ]);
  const changed = withIds(document, ids);
  expect(changed.flow.nodes[0]).toMatchObject({
    name: 'old-script',
    settings: { scriptId: 'new-script', more: [{ id: 'new-script' }, 'text with old-script', 5, null] },
    environmentId: 'new-environment',
    databaseId: 'new-database',
  });
  expect(changed.layout).toEqual(document.layout);
  expect(withIds(document, new Map())).toEqual(document);
  expect(Object.keys(changed.flow.nodes[1] ?? {})).toEqual(Object.keys(document.flow.nodes[1] ?? {}));
});

test('values of secrets are left out', () => {
  expect(withoutSecretValues(document).flow.nodes[0]?.inputs).toEqual([
    expect.not.objectContaining({ value: expect.anything() }),
    expect.objectContaining({ name: 'user', value: 'ada' }),
  ]);
});
