import { keptSecret } from '@touchstone/contracts';
import { flowSchema } from '@touchstone/engine-flow/core';
import { expect, test } from 'vitest';
import type { StoredDocument } from './flow-document.ts';
import { withKeptSecrets, withStoredSecrets } from './flow-secrets.ts';

const document = (id: string, inputs: object[], outputs: object[] = []): StoredDocument => ({
  flow: flowSchema.parse({ version: 1, nodes: [{ id, kind: 'api-script', name: 'Pay', inputs, outputs }] }),
  layout: { [id]: { x: 1, y: 2 } },
});
const secret = (name: string, value?: string) => ({ name, type: 'secret', ...(value !== undefined && { value }) });
const plain = { name: 'user', type: 'string', value: 'ada' };
const stored = document('a', [secret('key', 'rosebud'), secret('empty'), plain], [secret('token', 'sesame')]);
const valuesOf = ({ flow }: StoredDocument) =>
  flow.nodes.flatMap(({ inputs, outputs }) => [...inputs, ...outputs]).map(({ name, value }) => [name, value]);

test('a mark replaces each stored secret value', () => {
  expect(valuesOf(withKeptSecrets(stored))).toEqual([
    ['key', keptSecret],
    ['empty', undefined],
    ['user', 'ada'],
    ['token', keptSecret],
  ]);
});

test('marks become the stored values again, and new values stay', () => {
  expect(withStoredSecrets(withKeptSecrets(stored), stored)).toEqual({ document: stored, missing: [] });
  const changed = document('a', [secret('key', 'tulip')]);
  expect(withStoredSecrets(changed, stored)).toEqual({ document: changed, missing: [] });
});

test.each<[name: string, given: StoredDocument, stored: StoredDocument | undefined]>([
  ['nothing is stored', document('a', [secret('key', keptSecret)]), undefined],
  ['another node has it', document('b', [secret('key', keptSecret)]), stored],
  ['it is called otherwise', document('a', [secret('pin', keptSecret)]), stored],
  ['the stored one has no value', document('a', [secret('empty', keptSecret)]), stored],
])('a mark without a stored value is named and left out: %s', (_, given, known) => {
  const { document: filled, missing } = withStoredSecrets(given, known);
  expect(missing).toEqual([`Pay: ${given.flow.nodes[0]?.inputs[0]?.name}`]);
  expect(filled.flow.nodes[0]?.inputs[0]).not.toHaveProperty('value');
});

test('a string that looks like the mark is not a secret', () => {
  const given = document('a', [{ ...plain, value: keptSecret }]);
  expect(withStoredSecrets(given, stored)).toEqual({ document: given, missing: [] });
});
