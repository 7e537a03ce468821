import { expect, test } from 'vitest';
import { changeLines } from './document-changes.ts';
import { applyEdit, type Edit } from './edit.ts';
import { type FlowDocument, linkIdOf, newDocument, newNode, newPort } from './flow-document.ts';
import { mergeDocuments } from './merge-documents.ts';

const edited = (document: FlowDocument, ...edits: Edit[]): FlowDocument => edits.reduce(applyEdit, document);
const add = (id: string): Edit => ({
  type: 'add',
  node: newNode(id, 'script', id, { inputs: [newPort('in', 'string')], outputs: [newPort('out', 'string')] }),
  place: { x: 0, y: 0 },
});
const link = (from: string, to: string): Edit => ({
  type: 'link',
  link: { id: linkIdOf({ from, to, on: 'success' }), from, to, on: 'success' },
});
const joint: Edit = {
  type: 'joint',
  joint: { from: { node: 'a', port: 'out' }, to: { node: 'b', port: 'in' }, coerce: false },
};
const base = edited(newDocument(), add('a'), add('b'), link('a', 'b'), joint);

test('changes of different items are all in the merged document', () => {
  const mine = edited(base, { type: 'set-node', id: 'a', patch: { name: 'Mine' } }, add('c'));
  const theirs = edited(base, { type: 'set-node', id: 'a', patch: { timeoutMs: 5 } }, link('start', 'a'));
  const { document, conflicts } = mergeDocuments(base, mine, theirs);
  expect(conflicts).toEqual([]);
  expect(document.flow.nodes.find(({ id }) => id === 'a')).toMatchObject({ name: 'Mine', timeoutMs: 5 });
  expect(document.flow.nodes.map(({ id }) => id)).toEqual(['start', 'a', 'b', 'c']);
  expect(document.flow.links.map(({ id }) => id)).toEqual(['a>b', 'start>a']);
});

test('if both changed the same item mine wins, and the conflict is named', () => {
  const rename = (name: string) => edited(base, { type: 'set-node', id: 'a', patch: { name } });
  const { document, conflicts } = mergeDocuments(base, rename('Mine'), rename('Theirs'));
  expect(document.flow.nodes[1]?.name).toBe('Mine');
  expect(conflicts).toEqual(['Name of “Mine”']);
  expect(mergeDocuments(base, rename('Same'), rename('Same')).conflicts).toEqual([]);
});

test('what they deleted and I left alone is removed with its links and values', () => {
  const theirs = edited(base, { type: 'remove', nodes: ['b'], links: [], joints: [] });
  const mine = edited(base, { type: 'place', places: { a: { x: 9, y: 9 } } });
  const { document } = mergeDocuments(base, mine, theirs);
  expect(document.flow.nodes.map(({ id }) => id)).toEqual(['start', 'a']);
  expect(document.flow.links).toEqual([]);
  expect(document.flow.joints).toEqual([]);
  expect(document.layout).toEqual({ start: { x: 0, y: 0 }, a: { x: 9, y: 9 } });
});

test('what I changed stays although they deleted it', () => {
  const theirs = edited(base, { type: 'remove', nodes: ['b'], links: [], joints: [] });
  const mine = edited(base, { type: 'set-node', id: 'b', patch: { name: 'Kept' } });
  expect(mergeDocuments(base, mine, theirs).document.flow.nodes.map(({ name }) => name)).toEqual([
    'Start',
    'a',
    'Kept',
  ]);
});

test('each change is a line', () => {
  const next = edited(
    base,
    add('c'),
    { type: 'remove', nodes: [], links: ['a>b'], joints: [] },
    { type: 'set-node', id: 'b', patch: { name: 'Bill' } },
    { type: 'parallel', parallel: 2 },
    { type: 'place', places: { a: { x: 5, y: 5 } } },
  );
  expect(changeLines(base, next)).toEqual([
    'Added block “c”',
    'Changed block “Bill”',
    'Deleted link “a” → “Bill”',
    'Changed blocks at once to 2',
  ]);
});
