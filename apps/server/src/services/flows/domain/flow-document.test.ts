import { flowSchema } from '@touchstone/engine-flow/core';
import { expect, test } from 'vitest';
import { compactDocument } from './compact-document.ts';
import { chainOf, emptyDocument, readDocument, runsScripts, toContract } from './flow-document.ts';

const start = { id: 'start', kind: 'start', name: 'Start' };

test('positions of deleted nodes are left out', () => {
  const layout = { start: { x: 1, y: 2 }, gone: { x: 3, y: 4 } };
  expect(readDocument({ flow: { version: 1, nodes: [start] }, layout })).toEqual({
    document: { flow: flowSchema.parse({ version: 1, nodes: [start] }), layout: { start: { x: 1, y: 2 } } },
  });
});

test('an invalid workflow is reported by path, with at most a hundred faults', () => {
  const broken = Array.from({ length: 150 }, () => ({ id: 'a', kind: 'start', name: 5 }));
  const read = readDocument({ flow: { version: 1, nodes: broken }, layout: {} });
  const faults = 'faults' in read ? read.faults : [];
  expect(faults).toHaveLength(100);
  expect(faults[0]).toEqual({ path: 'document.flow.nodes.0.name', message: expect.any(String) });
});

test('a new workflow has a start', () => {
  const { flow, layout } = emptyDocument();
  expect(flow.nodes).toMatchObject([start]);
  expect(layout).toEqual({ start: { x: 0, y: 0 } });
});

test('scripts are chained in order, from left to right', () => {
  const { flow, layout } = chainOf([
    { scriptId: 's1', name: 'Order' },
    { scriptId: 's2', name: 'Pay' },
  ]);
  expect(flow.nodes).toMatchObject([
    start,
    { id: 'script-1', kind: 'api-script', name: 'Order', settings: { scriptId: 's1' } },
    { id: 'script-2', kind: 'api-script', name: 'Pay', settings: { scriptId: 's2' } },
  ]);
  expect(flow.links).toMatchObject([
    { id: 'link-1', from: 'start', to: 'script-1' },
    { id: 'link-2', from: 'script-1', to: 'script-2' },
  ]);
  expect(layout).toEqual({ start: { x: 0, y: 0 }, 'script-1': { x: 320, y: 0 }, 'script-2': { x: 640, y: 0 } });
});

test('script and suite nodes run scripts', () => {
  expect(['api-script', 'api-suite', 'web-script', 'web-suite'].every(runsScripts)).toBe(true);
  expect(['http', 'start', 'wait'].some(runsScripts)).toBe(false);
});

const full = {
  flow: {
    version: 1,
    parallel: 3,
    nodes: [
      start,
      {
        id: 'a',
        kind: 'api-script',
        name: 'A',
        settings: { scriptId: 's' },
        inputs: [{ name: 'in', type: 'string', required: true }],
        outputs: [{ name: 'out', type: 'number' }],
        retry: { attempts: 3 },
      },
    ],
    links: [
      { id: 'l', from: 'start', to: 'a' },
      { id: 'm', from: 'a', to: 'a', on: 'error' },
    ],
    joints: [
      { from: { node: 'a', port: 'out' }, to: { node: 'a', port: 'in' }, coerce: true },
      { from: { node: 'a', port: 'out' }, to: { node: 'a', port: 'in' } },
    ],
  },
  layout: { start: { x: 0, y: 0 } },
};

test('a file omits defaults, and parses to the same workflow', () => {
  const stored = { flow: flowSchema.parse(full.flow), layout: full.layout };
  const compact = compactDocument(stored);
  expect(Object.keys(compact.flow)).toEqual(['version', 'nodes', 'parallel', 'links', 'joints']);
  expect(compact.flow.nodes).toMatchObject([start, { settings: { scriptId: 's' }, retry: { attempts: 3 } }]);
  expect(Object.keys((compact.flow.nodes as object[])[0] ?? {})).toEqual(['id', 'kind', 'name']);
  expect(compact.flow).toMatchObject({ links: full.flow.links, joints: full.flow.joints });
  expect((compact.flow.links as object[])[0]).toEqual({ id: 'l', from: 'start', to: 'a' });
  expect((compact.flow.joints as object[])[1]).not.toHaveProperty('coerce');
  expect((compact.flow.nodes as { outputs?: object[] }[])[1]?.outputs).toEqual([{ name: 'out', type: 'number' }]);
  expect(readDocument(compact)).toEqual({ document: stored });
  expect(toContract(stored)).toEqual(stored);
});

test('the file of an empty workflow contains only its start', () => {
  expect(compactDocument(emptyDocument())).toEqual({
    flow: { version: 1, nodes: [start] },
    layout: { start: { x: 0, y: 0 } },
  });
});
