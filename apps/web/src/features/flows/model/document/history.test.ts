import { flowSchema } from '@touchstone/engine-flow/core';
import { seededRandom } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import { PlainModel } from '../../testing/plain-model.ts';
import { randomEdit } from '../../testing/random-edit.ts';
import { newDocument, newNode } from './flow-document.ts';
import { FlowHistory } from './history.ts';
import { sameJson } from './same-json.ts';

const isLong = process.env.TOUCHSTONE_TESTS === 'long';
const steps = isLong ? 10_000 : 1_500;

test.each(isLong ? [1, 2, 3, 4, 5] : [1, 2])(
  `${steps} edits, randomly undone and redone, keep the document equal to an independent model (seed %i)`,
  (seed) => {
    const random = seededRandom(seed);
    const history = new FlowHistory(newDocument());
    const model = new PlainModel(newDocument());
    const done = { edits: 0, undone: 0, redone: 0 };
    for (let step = 0; step < steps; step += 1) {
      const chance = random();
      if (chance < 0.12) {
        // The model keeps all edits, the history only the last 500.
        if (history.undo()) model.undo();
        done.undone += 1;
      } else if (chance < 0.2) {
        if (history.redo()) model.redo();
        done.redone += 1;
      } else {
        const edit = randomEdit(history.document, random);
        history.apply(edit);
        model.apply(edit);
        done.edits += 1;
      }
      const expected = model.read();
      // The report of a difference is expensive, so it is only prepared if there is one.
      if (!sameJson(history.document, expected)) expect(history.document).toEqual(expected);
    }
    expect(history.document).toEqual(model.read());
    const { flow, layout } = history.document;
    expect(flowSchema.parse(flow)).toEqual(flow);
    expect(Object.keys(layout).sort()).toEqual(flow.nodes.map(({ id }) => id).sort());
    expect(Math.min(done.edits, done.undone, done.redone)).toBeGreaterThan(90);
  },
);

test('undoing to the first document and redoing to the last restore the same documents', () => {
  const random = seededRandom(7);
  const first = newDocument();
  const history = new FlowHistory(first);
  for (let step = 0; step < 300; step += 1) history.apply(randomEdit(history.document, random));
  const last = history.document;
  while (history.canUndo) history.undo();
  expect(history.document).toEqual(first);
  while (history.canRedo) history.redo();
  expect(history.document).toEqual(last);
});

test('edits with the same mark are one step until settled', () => {
  const history = new FlowHistory(newDocument());
  const rename = (name: string) => history.apply({ type: 'set-node', id: 'start', patch: { name } }, 'name start');
  rename('B');
  rename('Be');
  history.settle();
  rename('Begin');
  history.undo();
  expect(history.document.flow.nodes[0]?.name).toBe('Be');
  history.undo();
  expect(history.document.flow.nodes[0]?.name).toBe('Start');
  expect(history.canUndo).toBe(false);
});

test('inapplicable and no-op edits are no steps', () => {
  const history = new FlowHistory(newDocument());
  expect(history.apply({ type: 'place', places: { start: { x: 0, y: 0 } } })).toBe(false);
  expect(history.apply({ type: 'set-node', id: 'missing', patch: { name: 'x' } })).toBe(false);
  expect(history.canUndo).toBe(false);
});

test('an edit after undo clears the redo steps', () => {
  const history = new FlowHistory(newDocument());
  history.apply({ type: 'add', node: newNode('a', 'wait', 'A'), place: { x: 0, y: 0 } });
  history.undo();
  history.apply({ type: 'parallel', parallel: 2 });
  expect(history.canRedo).toBe(false);
  expect(history.document.flow.nodes).toHaveLength(1);
});
