import type { WorkspaceFile } from '@touchstone/contracts/api-testing';
import { newId } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import type { FlowFiles } from '../../../flows/index.ts';
import {
  type FileParts,
  followReferences,
  normalParts,
  withoutProblems,
  withReferences,
  writeParts,
} from './file-parts.ts';

type Given = Record<string, unknown>;
const fileOf = (parts: Given = {}): WorkspaceFile =>
  ({
    format: 'touchstone-workspace',
    version: 2,
    name: 'Shop',
    description: '',
    globals: [],
    environments: [],
    databases: [],
    prerequisites: [],
    suites: [],
    ...parts,
  }) as WorkspaceFile;
const [a, b, c, outside] = [newId(), newId(), newId(), newId()];
const partsOf = (parts: Record<string, object>) =>
  ({ certificates: {}, configurations: {}, workflows: {}, schedules: {}, ...parts }) as unknown as FileParts;
const place = { actor: {} as never, projectId: 'p' };

test('items are normalized by their service; lists that are absent stay absent', () => {
  const normal = (item: Given) => ({ item: { ...item, normal: true } });
  const file = normalParts(partsOf({ workflows: { normal } }), fileOf({ workflows: [{ name: 'A' }], schedules: [] }));
  expect(file).toEqual(fileOf({ workflows: [{ name: 'A', normal: true }], schedules: [] }));
  expect(normalParts(partsOf({ workflows: { normal } }), fileOf())).toEqual(fileOf());
});

test('a file with invalid items is rejected with the places of the first 50 faults', () => {
  const normal = ({ name }: Given) =>
    name === 'Good' ? { item: { name } } : { faults: [{ path: 'nodes.0', message: `${name} is bad.` }] };
  const workflows = ['Good', ...Array.from({ length: 51 }, (_, index) => `W${index}`)].map((name) => ({ name }));
  const error = (() => {
    try {
      return normalParts(partsOf({ workflows: { normal } }), fileOf({ workflows }));
    } catch (caught) {
      return caught as { code: string; details: object[] };
    }
  })() as { code: string; details: object[] };
  expect(error.code).toBe('API_TESTING_WORKSPACE_FILE_FAULTS');
  expect(error.details).toHaveLength(50);
  expect(error.details[0]).toEqual({ path: 'workflows “W0”.nodes.0', message: 'W0 is bad.' });
});

test('workflows list what they use outside their file, and nothing within it', async () => {
  const asked: unknown[] = [];
  const flowFiles = {
    referencesOf: async (_actor: unknown, projectId: string, document: unknown) => {
      asked.push([projectId, document]);
      return [
        { id: a, names: ['Inside'] },
        { id: outside, names: ['Outside'] },
      ];
    },
  } as unknown as FlowFiles;
  const workflows = [
    { id: b, name: 'Alone', document: { suite: a } },
    { id: c, name: 'Open', document: { suite: a, mock: outside } },
  ];
  const environments = [{ id: a, name: 'Stage', variables: [] }];
  const file = await withReferences(flowFiles, place, fileOf({ environments, workflows }));
  expect(file.workflows).toEqual([
    { ...workflows[0], references: [] },
    { ...workflows[1], references: [{ id: outside, names: ['Outside'] }] },
  ]);
  expect(asked).toEqual([['p', workflows[1]?.document]]);
  expect((await withReferences(flowFiles, place, fileOf())).workflows).toEqual([]);
});

test('references lead to local items, and those that lead nowhere are reported', async () => {
  const asked: unknown[] = [];
  const flowFiles = {
    follow: async (_actor: unknown, projectId: string, references: unknown) => {
      asked.push([projectId, references]);
      return {
        ids: new Map([[outside, 'local']]),
        missing: [
          { id: c, names: ['Shop', 'Mock'] },
          { names: ['Part'], isAmbiguous: true },
        ],
      };
    },
  } as unknown as FlowFiles;
  const references = [
    { id: a, names: ['In the file'] },
    { id: outside, names: ['Elsewhere'] },
  ];
  const workflows = [{ id: a, name: 'Order', document: { mock: outside }, references }];
  const { file, missing } = await followReferences(flowFiles, place, fileOf({ workflows }));
  expect(asked).toEqual([['p', [references[1]]]]);
  expect(missing).toEqual([
    { kind: 'workflow', name: 'Order', what: 'Shop / Mock' },
    { kind: 'workflow', name: 'Order', what: 'Part (several have this name)' },
  ]);
  expect(file.workflows).toEqual([{ id: a, name: 'Order', references, document: { mock: 'local' } }]);
  expect(await followReferences(flowFiles, place, fileOf())).toEqual({ file: fileOf(), missing: [] });
});

const target = { id: a, environmentId: null, configurationId: null };
const compare = (present: Given, given: Given, { removes = true, problemOf = undefined as unknown } = {}) =>
  withoutProblems(
    partsOf({ workflows: { problemOf }, schedules: { problemOf } }),
    { actor: {} as never, workspacePlan: 'FREE' },
    { present: fileOf(present), file: fileOf(given), removes },
  );

test('lists that a file lacks stay as they are', () => {
  const workflows = [{ id: a, name: 'A' }];
  expect(compare({ workflows }, {}).file.workflows).toEqual(workflows);
  expect(compare({ workflows }, { workflows: [] }).file.workflows).toEqual([]);
});

test('items that the plan excludes are left out: stored ones stay, new ones are dropped, unchanged ones are fine', () => {
  const problemOf = (_actor: unknown, plan: string) => `Needs more than ${plan}.`;
  const stored = [
    { id: a, name: 'Same', references: [] },
    { id: b, name: 'Changed' },
  ];
  const { file, leftOut } = compare(
    { workflows: stored },
    {
      workflows: [
        { name: 'Same', id: a, references: [{ id: outside, names: ['X'] }] },
        { id: b, name: 'Renamed' },
        { id: c, name: 'New' },
      ],
    },
    { problemOf },
  );
  expect(file.workflows).toEqual([{ name: 'Same', id: a, references: [{ id: outside, names: ['X'] }] }, stored[1]]);
  const reason = 'Needs more than FREE.';
  expect(leftOut).toEqual([
    { kind: 'workflow', name: 'Renamed', reason },
    { kind: 'workflow', name: 'New', reason },
  ]);
});

test('a schedule needs its test in the file, or in the workspace if that keeps what the file lacks', () => {
  const schedules = [{ id: c, name: 'Nightly', target }];
  const present = { workflows: [{ id: a, name: 'A' }] };
  const missing = { kind: 'schedule', name: 'Nightly', reason: 'The file does not have its test.' };
  expect(compare(present, { workflows: [], schedules }).leftOut).toEqual([missing]);
  expect(compare(present, { workflows: [], schedules }, { removes: false }).leftOut).toEqual([]);
  expect(compare({}, { ...present, schedules }).leftOut).toEqual([]);
  expect(compare({}, { schedules }, { removes: false }).leftOut).toEqual([missing]);
});

test('only new and changed items are written, removed ones deleted, and what is missing is reported', async () => {
  const done: unknown[] = [];
  const part = (field: string) => ({
    put: async (_sql: unknown, _place: unknown, item: { id: string; name: string }, isNew: boolean) => {
      done.push(['put', field, item.name, isNew]);
      return item.name === 'Secret' ? ['password'] : [];
    },
    delete: async (_sql: unknown, _place: unknown, ids: string[]) => void done.push(['delete', field, ids]),
  });
  const parts = partsOf({
    certificates: part('certificates'),
    configurations: part('configurations'),
    workflows: part('workflows'),
    schedules: part('schedules'),
  });
  const item = (kind: string) => ({ kind, name: '', content: '' });
  const diff = {
    added: new Map([[a, item('workflow')]]),
    changed: new Map([
      [b, item('workflow')],
      ['d', item('schedule')],
    ]),
    removed: new Map([
      ['gone', item('schedule')],
      ['suite', item('suite')],
    ]),
    unchanged: 1,
  };
  const upload = { body: { fileId: 'f' } };
  const file = fileOf({
    workflows: [
      { id: a, name: 'Secret', document: upload },
      { id: b, name: 'Changed', document: upload },
      { id: c, name: 'Same' },
    ],
    schedules: [{ id: 'd', name: 'Secret' }],
  });
  const fillIn = await writeParts(parts, { sql: {} as never, place: {} as never, file, diff: diff as never });
  expect(done).toEqual([
    ['put', 'workflows', 'Secret', true],
    ['put', 'workflows', 'Changed', false],
    ['delete', 'schedules', ['gone']],
    ['put', 'schedules', 'Secret', false],
  ]);
  expect(fillIn).toEqual([
    { kind: 'workflow', name: 'Secret', what: 'password' },
    { kind: 'workflow', name: 'Secret', what: 'uploaded file' },
    { kind: 'schedule', name: 'Secret', what: 'password' },
  ]);
});
