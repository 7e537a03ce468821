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
        settings: { scriptId: 'old-script', more: [{ id: 'old-script' }, 'text with old-script'] },
        environmentId: 'old-environment',
        inputs: [
          { name: 'key', type: 'secret', value: 'rosebud' },
          { name: 'user', type: 'string', value: 'ada' },
        ],
      },
    ],
  }),
  layout: { a: { x: 1, y: 2 } },
};

test('ids are replaced where they are named, and texts that only contain them stay', () => {
  const ids = new Map([
    ['old-script', 'new-script'],
    ['old-environment', 'new-environment'],
  ]);
  const changed = withIds(document, ids);
  expect(changed.flow.nodes[0]).toMatchObject({
    name: 'old-script',
    settings: { scriptId: 'new-script', more: [{ id: 'new-script' }, 'text with old-script'] },
    environmentId: 'new-environment',
  });
  expect(changed.layout).toEqual(document.layout);
  expect(withIds(document, new Map())).toEqual(document);
});

test('values of secrets are left out', () => {
  expect(withoutSecretValues(document).flow.nodes[0]?.inputs).toEqual([
    expect.not.objectContaining({ value: expect.anything() }),
    expect.objectContaining({ name: 'user', value: 'ada' }),
  ]);
});
