import { Readable } from 'node:stream';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { newProject } from '../../../api-testing/testing/builders.ts';
import { type WorkspacesDoor, workspacesService } from '../../index.ts';
import { actorFor, refusalOf } from '../../testing/use-cases.ts';
import type { Actor } from '../actor.ts';
import { createCopyDataFiles } from './copy-data-files.ts';

let server: TestServer;
let door: WorkspacesDoor;
let actor: Actor;
let viewer: Actor;
let stranger: Actor;
let projectId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  door = server.app.door(workspacesService);
  actor = actorFor(server.admin);
  viewer = actorFor(await server.createUser(server.admin, { role: 'ROLE_GUEST' }), { role: 'ROLE_GUEST' });
  stranger = actorFor(await server.createOrganization());
});
afterAll(() => server.close());
beforeEach(async () => {
  projectId = await newProject(server.admin.client);
});

const noVariables = async () => new Map<string, boolean>();
const contentOf = (text: string) => Readable.from([Buffer.from(text)], { objectMode: false });
const upload = (fileName: string, text: string, { by = actor, variables = noVariables, project = projectId } = {}) =>
  door.dataFiles.upload(by, project, { fileName, contentType: 'text/csv', content: contentOf(text) }, variables);
const storedFiles = async () => {
  const { rows } = await server.platform.database.pool.query(
    'select id, name, content_type, size_bytes::int from platform.file where owner = $1 order by created_at, id',
    [`project:${projectId}`],
  );
  return rows;
};
const rowsOf = async (rows: AsyncIterable<unknown>) => {
  const all: unknown[] = [];
  for await (const row of rows) all.push(row);
  return all;
};
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
const fileMissing = 'PLATFORM_FILE_NOT_FOUND';

test('an uploaded file is described with its rows, its columns, the variables it sets and the ones left unset', async () => {
  const content = `name,unused\n${numbers(11)
    .map((n) => `Ada ${n},${n}`)
    .join('\n')}\n`;
  const used = new Map([
    ['name', false],
    ['base', true],
    ['absent', false],
  ]);
  const file = await upload('users.csv', content, { variables: async () => used });
  const described = {
    fileId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    fileName: 'users.csv',
    type: 'csv',
    sizeBytes: content.length,
    rowCount: 11,
    columns: [
      { name: 'name', isUsed: true },
      { name: 'unused', isUsed: false },
    ],
    missing: ['absent'],
    preview: numbers(10).map((n) => ({ name: `Ada ${n}`, unused: String(n) })),
  };
  expect(file).toEqual(described);
  expect(await door.dataFiles.get(viewer, { projectId, fileId: file.fileId }, async () => used)).toEqual(described);
  expect(await storedFiles()).toEqual([
    { id: file.fileId, name: 'users.csv', content_type: 'text/csv', size_bytes: content.length },
  ]);
});

test('columns are collected from all rows, at most 1,000', async () => {
  const wide = (from: number, count: number) =>
    JSON.stringify(Object.fromEntries(numbers(count).map((n) => [`c${from + n}`, '1'])));
  const { columns, rowCount, type } = await upload('wide.jsonl', `${wide(0, 600)}\n${wide(599, 402)}\n`);
  expect([rowCount, type, columns.length, columns.at(0)?.name, columns.at(-1)?.name]).toEqual([
    2,
    'json',
    1000,
    'c1',
    'c1000',
  ]);
});

test.each([
  ['a path', '../../etc/users.csv', '.._.._etc_users.csv'],
  ['letters of any language, digits, brackets and spaces', 'Prüfung (2) 東京_a-b.csv', 'Prüfung (2) 東京_a-b.csv'],
  ['other characters', 'a<b>:"c|?*\u0000.csv', 'a_b___c____.csv'],
  ['255 characters', `${'a'.repeat(251)}.csv`, `${'a'.repeat(251)}.csv`],
  ['256 characters, shortened at the start', `b${'a'.repeat(251)}.csv`, `${'a'.repeat(251)}.csv`],
])('a file name with %s is stored so that it can be displayed anywhere', async (_name, fileName, expected) => {
  expect((await upload(fileName, 'a\n1\n')).fileName).toBe(expected);
});

const wrongType = {
  code: 'API_TESTING_DATA_FILE_TYPE',
  message: 'Only excel file is allowed.',
  details: [{ path: 'file', message: 'Besides Excel (.xlsx), CSV and JSON files are read as data.' }],
};
const empty = {
  code: 'API_TESTING_DATA_FILE_EMPTY',
  message: 'The data file has no rows in the chosen range. Choose other rows or another file.',
  details: [],
};
test.each<[string, string, string, object]>([
  ['of another type', 'users.png', 'a\n1\n', wrongType],
  ['without a name', '', 'a\n1\n', wrongType],
  ['without rows', 'users.csv', 'name\n', empty],
  ['that is malformed', 'users.csv', 'name\n"Ada', { code: 'API_TESTING_DATA_FILE_UNREADABLE', details: [] }],
])('a file %s is refused and not stored', async (_name, fileName, content, refusal) => {
  expect(await refusalOf(upload(fileName, content))).toMatchObject(refusal);
  expect(await storedFiles()).toEqual([]);
});

test('a file is not stored if the variables to compare it with cannot be read', async () => {
  const variables = () => Promise.reject(new Error('no variables'));
  await expect(upload('users.csv', 'a\n1\n', { variables })).rejects.toThrow('no variables');
  expect(await storedFiles()).toEqual([]);
});

test('viewers can read files but not upload them, strangers can do neither, and a file belongs to one workspace', async () => {
  const { fileId } = await upload('users.csv', 'a\n1\n');
  const other = await newProject(server.admin.client);
  expect(await refusalOf(upload('b.csv', 'a\n1\n', { by: viewer }))).toEqual({
    code: 'API_TESTING_VIEWER_MAY_NOT_EDIT',
    message: 'You can view this workspace but not change it. Ask its owner for the editor role.',
    details: [],
  });
  const noWorkspace = {
    code: 'API_TESTING_PROJECT_NOT_FOUND',
    message: 'No such workspace, or you have no access to it.',
    details: [],
  };
  expect(await refusalOf(upload('b.csv', 'a\n1\n', { by: stranger }))).toEqual(noWorkspace);
  const get = (by: Actor, project: string, id = fileId) =>
    refusalOf(door.dataFiles.get(by, { projectId: project, fileId: id }, noVariables));
  expect(await get(stranger, projectId)).toEqual(noWorkspace);
  expect(await get(actor, other)).toMatchObject({ code: fileMissing });
  expect(await get(actor, projectId, newId())).toMatchObject({ code: fileMissing });
  expect(await storedFiles()).toHaveLength(1);
  const existing = (by: Actor, project: string) =>
    door.dataFiles.existing(by, project, [newId(), fileId, 'no id', fileId, `${fileId}0`]);
  expect(await existing(actor, projectId)).toEqual(new Set([fileId]));
  expect(await existing(viewer, projectId)).toEqual(new Set([fileId]));
  expect(await existing(actor, other)).toEqual(new Set());
  expect(await existing(stranger, projectId)).toEqual(new Set());
});

test.each<[string, { firstRow?: number; lastRow?: number }, number[]]>([
  ['all rows', {}, [1, 2, 3, 4]],
  ['rows from a given row', { firstRow: 3 }, [3, 4]],
  ['rows up to a given row', { lastRow: 2 }, [1, 2]],
  ['one row', { firstRow: 2, lastRow: 2 }, [2]],
  ['rows beyond the end', { firstRow: 4, lastRow: 9 }, [4]],
])('a run uses %s, counted first and then read as often as needed', async (_name, range, expected) => {
  const { fileId, fileName } = await upload('n.csv', 'n\n1\n2\n3\n4\n');
  const { count, rows } = await door.dataFiles.plan(actor, projectId, { fileId, fileName, ...range });
  const wanted = expected.map((n) => ({ n: String(n) }));
  expect([count, await rowsOf(await rows()), await rowsOf(await rows())]).toEqual([wanted.length, wanted, wanted]);
});

test('a run does not start if its range has no rows, or its file is missing or malformed in a later row', async () => {
  const { fileId, fileName } = await upload('n.csv', 'n\n1\n');
  const plan = (choice: object) => refusalOf(door.dataFiles.plan(actor, projectId, { fileId, fileName, ...choice }));
  expect(await plan({ firstRow: 2 })).toEqual(empty);
  expect(await plan({ fileId: newId() })).toMatchObject({ code: fileMissing });
  const faulty = await server.platform.files.put({
    organizationId: actor.organizationId,
    owner: `project:${projectId}`,
    name: 'faulty.json',
    contentType: 'application/json',
    content: Buffer.from('[{"n":1},'),
  });
  expect(await plan({ fileId: faulty.fileId })).toMatchObject({
    code: 'API_TESTING_DATA_FILE_UNREADABLE',
    message: expect.stringMatching(/ends in the middle/),
  });
});

test.each([
  [0, []],
  [2, [1, 2]],
  [3, [1, 2, 3]],
  [9, [1, 2, 3]],
])('at most %i rows of a file are read with that limit', async (maxRows, expected) => {
  const { fileId } = await upload('n.csv', 'n\n1\n2\n3\n');
  const rows = await rowsOf(door.dataFiles.rows(actor, { projectId, fileId, maxRows }));
  expect(rows).toEqual(expected.map((n) => ({ n: String(n) })));
});

test('files are copied to another workspace with name, type and content; missing ones are left out', async () => {
  const [one, two] = [await upload('one.csv', 'n\n1\n'), await upload('two.json', '[{"n":2}]')];
  const from = projectId;
  const foreign = await upload('foreign.csv', 'n\n3\n', { project: await newProject(server.admin.client) });
  projectId = await newProject(server.admin.client);
  const ids = [one.fileId, newId(), 'no id', foreign.fileId, two.fileId];
  const copies = await door.copyDataFiles(actor.organizationId, { from, to: projectId }, ids);
  const stored = await storedFiles();
  expect(copies).toEqual(
    new Map([
      [one.fileId, stored[0]?.id],
      [two.fileId, stored[1]?.id],
    ]),
  );
  expect(stored).toEqual([
    { id: expect.any(String), name: 'one.csv', content_type: 'text/csv', size_bytes: one.sizeBytes },
    { id: expect.any(String), name: 'two.json', content_type: 'text/csv', size_bytes: two.sizeBytes },
  ]);
  const read = (fileId = '') => rowsOf(door.dataFiles.rows(actor, { projectId, fileId, maxRows: 9 }));
  expect([await read(copies.get(one.fileId)), await read(copies.get(two.fileId))]).toEqual([
    [{ n: '1' }],
    [{ n: '2' }],
  ]);
  expect(await door.copyDataFiles(actor.organizationId, { from, to: projectId }, [])).toEqual(new Map());
  expect(await door.copyDataFiles(stranger.organizationId, { from, to: projectId }, ids)).toEqual(new Map());
});

test('if one file cannot be copied, none is kept', async () => {
  const [one, two] = [await upload('one.csv', 'n\n1\n'), await upload('two.csv', 'n\n2\n')];
  const from = projectId;
  projectId = await newProject(server.admin.client);
  const { files } = server.platform;
  const full = new Error('ENOSPC: no space left on device');
  const failing = (name: string) =>
    createCopyDataFiles({
      files: {
        ...files,
        put: async (given) => {
          if (given.name !== name) return files.put(given);
          (given.content as Readable).destroy();
          throw full;
        },
        open: async (organizationId, fileId, owner) => {
          if (name === 'open' && fileId === two.fileId) throw full;
          return files.open(organizationId, fileId, owner);
        },
      },
    });
  for (const name of ['two.csv', 'open'])
    await expect(failing(name)(actor.organizationId, { from, to: projectId }, [one.fileId, two.fileId])).rejects.toBe(
      full,
    );
  expect(await storedFiles()).toEqual([]);
});
