import { baseKinds, type FlowNode, NodeKinds } from '@touchstone/engine-flow/core';
import { expect, test } from 'vitest';
import { applyEdit } from '../document/edit.ts';
import { type FlowDocument, newDocument, newNode, newPort } from '../document/flow-document.ts';
import { connect } from './connect.ts';
import { endOf, handleId } from './handles.ts';
import { neighbour } from './neighbour.ts';

const kinds = new NodeKinds(baseKinds);
const workOf = ({ kind }: FlowNode) => kinds.find(kind)?.work;
const script = (id: string) =>
  newNode(id, 'script', id, {
    inputs: [newPort('text', 'string'), newPort('count', 'number'), newPort('file', 'file')],
    outputs: [newPort('text', 'string'), newPort('count', 'number')],
  });
const document: FlowDocument = [
  script('a'),
  script('b'),
  newNode('halt', 'stop', 'Halt'),
  newNode('note', 'comment', 'Note'),
].reduce((before, node) => applyEdit(before, { type: 'add', node, place: { x: 0, y: 0 } }), newDocument());
const linked = applyEdit(document, { type: 'link', link: { id: 'a>b', from: 'a', to: 'b', on: 'success' } });
const tried = (from: string, to: string, given = linked) => {
  const [[source = '', out], [target = '', into]] = [from.split(' '), to.split(' ')];
  return connect(given, { node: source, end: endOf(out) }, { node: target, end: endOf(into) }, workOf);
};

test.each([
  ['b after:success', 'a before', '“b” runs after “a”. A workflow has no loops.'],
  ['a after:success', 'b before', '“b” already runs after “a”.'],
  ['a after:success', 'a before', 'A block can’t be connected to itself.'],
  ['a after:success', 'start before', 'Nothing runs before the start.'],
  ['halt after:success', 'b before', 'Nothing runs after a stop.'],
  ['a after:success', 'note before', 'Comments have no links.'],
  ['start after:error', 'b before', '“Start” can’t fail, so this link would never be taken.'],
  [
    'a after:success',
    'b inputs:text',
    'Connect an output to an input, or the end of one block to the start of another.',
  ],
  ['a outputs:text', 'b inputs:file', '“text” is of type string, “file” of type file. The value can’t be converted.'],
  ['a outputs:gone', 'b inputs:file', 'This input or output no longer exists.'],
])('%s to %s is refused with the reason', (from, to, reason) =>
  expect(tried(from, to)).toEqual({ type: 'refused', reason }),
);

test('an error link between the same blocks is a separate link', () =>
  expect(tried('a after:error', 'b before')).toEqual({
    type: 'edit',
    edit: { type: 'link', link: { id: 'a!b', from: 'a', to: 'b', on: 'error' } },
  }));

test('equal types are joined, others only after confirming the conversion', () => {
  expect(tried('a outputs:count', 'b inputs:count')).toMatchObject({
    type: 'edit',
    edit: { joint: { coerce: false } },
  });
  expect(tried('a outputs:text', 'b inputs:count')).toEqual({
    type: 'convert',
    question: '“text” is of type string, “count” of type number.',
    edit: {
      type: 'joint',
      joint: { from: { node: 'a', port: 'text' }, to: { node: 'b', port: 'count' }, coerce: true },
    },
  });
});

test('a duplicate value is refused', () => {
  const joined = tried('a outputs:count', 'b inputs:count');
  const next = applyEdit(linked, joined.type === 'edit' ? joined.edit : { type: 'parallel', parallel: 1 });
  expect(tried('a outputs:count', 'b inputs:count', next)).toMatchObject({
    reason: '“count” already takes this value.',
  });
});

test('port names may contain anything', () => {
  const end = { type: 'port', side: 'inputs', port: 'a:b\nc' } as const;
  expect(endOf(handleId(end))).toEqual(end);
});

test('arrow keys move to the nearest block in their direction', () => {
  const box = (id: string, x: number, y: number) => ({ id, x, y, width: 100, height: 40 });
  const boxes = [box('a', 0, 0), box('b', 200, 10), box('c', 400, 0), box('d', 10, 200), box('far', 150, 900)];
  expect(neighbour(boxes, 'a', 'right')).toBe('b');
  expect(neighbour(boxes, 'c', 'left')).toBe('b');
  expect(neighbour(boxes, 'a', 'down')).toBe('d');
  expect(neighbour(boxes, 'a', 'up')).toBeUndefined();
});
