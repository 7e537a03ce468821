import { describe, expect, test } from 'vitest';
import { fileNameOf, fileNamesOf } from './file-names.ts';
import { isOurs, keepTexts, mergeFolders, readFolder, writeFolder } from './index.ts';
import { hasConflictMarks, readYamlObject } from './yaml-file.ts';

const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const files = (given: Record<string, string>) => new Map(Object.entries(given));

describe('file names', () => {
  test.each([
    ['Orders / EU', 'orders-eu'],
    ['a<b>c:d"e\\f|g?h*i~j', 'a-b-c-d-e-f-g-h-i-j'],
    ['a\u0000\u007fb\tc', 'a-b-c'],
    ['a -- b', 'a-b'],
    ['--.a.-', 'a'],
    ['.b', 'b'],
    ['a.b-c', 'a.b-c'],
    ['e\u0301', '\u00e9'],
    ['...', 'unnamed'],
    ['', 'unnamed'],
    ['CON', 'con-'],
    ['com1', 'com1-'],
    ['lpt9', 'lpt9-'],
    ['com', 'com'],
    ['xcon', 'xcon'],
    ['console', 'console'],
    ['x'.repeat(61), 'x'.repeat(60)],
    [`${'x'.repeat(58)}-.y`, 'x'.repeat(58)],
    ['\u{1F600}'.repeat(61), '\u{1F600}'.repeat(60)],
  ])('%j is %j', (name, file) => {
    expect(fileNameOf(name)).toBe(file);
  });

  const named = (items: { name: string; id?: string }[], taken?: string[]) => {
    const names = fileNamesOf(items, taken);
    return items.map((item) => names.get(item));
  };
  test.each<[name: string, items: { name: string; id?: string }[], taken: string[], names: string[]]>([
    [
      'the oldest keeps the plain name',
      [
        { name: 'A', id: 'id-22222' },
        { name: 'a', id: 'id-111111' },
      ],
      [],
      ['a~-22222', 'a'],
    ],
    [
      'those without an id come last, and are numbered',
      [{ name: 'a' }, { name: 'a' }, { name: 'a', id: 'x1' }],
      [],
      ['a~2', 'a~3', 'a'],
    ],
    ['names that are taken', [{ name: 'a' }, { name: 'b' }], ['a', 'a~2'], ['a~3', 'b']],
    [
      'a short mark that is taken too',
      [
        { name: 'a', id: '1-123456' },
        { name: 'a', id: '2-123456' },
        { name: 'a', id: '3-123456' },
      ],
      [],
      ['a', 'a~123456', 'a~3-123456'],
    ],
    ['all marks that are taken', [{ name: 'a', id: 'z' }], ['a', 'a~z'], ['a~2']],
  ])('%s', (_name, items, taken, names) => {
    expect(named(items, taken)).toEqual(names);
  });
});

test.each([
  ['touchstone.yaml', true],
  ['globals.yaml', true],
  ['other.yaml', false],
  ['environments/a.yaml', true],
  ['prerequisites/order.yaml', true],
  ['schedules/a.yaml', true],
  ['environments/a.yml', false],
  ['environments/a.yaml.txt', false],
  ['environments/b/a.yaml', false],
  ['other/a.yaml', false],
  ['x/environments/a.yaml', false],
  ['suites/a/suite.yaml', true],
  ['suites/a/b/c.yaml', true],
  ['suites/suite.yaml', false],
  ['suites/a/.yaml', false],
  ['x/suites/a/b.yaml', false],
  ['suites/a/b.yaml.txt', false],
])('%s is a file of the workspace: %s', (path, ours) => {
  expect(isOurs(path)).toBe(ours);
});

describe('a folder is read', () => {
  const head = 'name: W\nversion: 2\n';
  const read = (given: Record<string, string>) => readFolder(files({ 'touchstone.yaml': head, ...given }));

  test.each([
    ['globals.yml', 'Files of a workspace end with .yaml. Rename it to globals.yaml.'],
    ['environments/a.yml', 'Files of a workspace end with .yaml. Rename it to a.yaml.'],
    ['workflows/a.YAML', 'Files of a workspace end with .yaml. Rename it to a.yaml.'],
    ['suites/a/b/c.yml', 'Files of a workspace end with .yaml. Rename it to c.yaml.'],
    ['environments/b/a.yaml', 'Files of environments cannot be in a folder below it. Move it to environments/a.yaml.'],
    ['schedules/b/c/a.yaml', 'Files of schedules cannot be in a folder below it. Move it to schedules/a.yaml.'],
    ['suites/a.yaml', 'It belongs to no suite. Move it into the folder of its suite.'],
    ['notes/a.yml', undefined],
    ['environments/readme.md', undefined],
    ['suites/a/.hidden.yml', undefined],
  ])('%s is reported: %s', (path, reason) => {
    const { problems } = read({ [path]: 'name: A', 'suites/a/suite.yaml': 'name: A' });
    expect(problems).toEqual(reason === undefined ? [] : [{ path, reason }]);
  });

  test('lists contain the items of their folders', () => {
    const { document, problems } = read({
      'globals.yaml': 'variables: [1]',
      'environments/b.yaml': 'name: B',
      'environments/a.yaml': 'name: A',
      'environmentsx/a.yaml': 'name: X',
      'notes.yaml': 'name: N',
    });
    expect(problems).toEqual([]);
    expect(document).toEqual({
      name: 'W',
      version: 2,
      globals: [1],
      environments: [{ name: 'B' }, { name: 'A' }],
      databases: [],
      certificates: [],
      configurations: [],
      workflows: [],
      schedules: [],
      prerequisites: [],
      suites: [],
    });
  });

  test('items with a fixed order come first, the rest by path', () => {
    const steps = Object.fromEntries(
      ['d', 'c', 'b', 'a'].map((name) => [`prerequisites/${name}.yaml`, `name: ${name}`]),
    );
    const { document } = read({ ...steps, 'prerequisites/order.yaml': 'prerequisites: [c.yaml, gone.yaml, b.yaml]' });
    expect(document.prerequisites).toEqual(['c', 'b', 'a', 'd'].map((name) => ({ name })));
    expect(read(steps).document.prerequisites).toEqual(['a', 'b', 'c', 'd'].map((name) => ({ name })));
  });

  test('suites have their folders and scripts in order, whatever their names', () => {
    const { document, problems } = read({
      'suites/s/suite.yaml': 'name: S\nfolders: [z, a]\nscripts: [z/two.yaml, one.yaml]',
      'suites/s/one.yaml': 'name: One\nurl: u',
      'suites/s/z/two.yaml': 'name: Two',
      'suites/s/z/folder.yaml': 'name: Zed\ndescription: About',
      'suites/s/a/b/three.yaml': 'name: Three',
      'suites/s/a/b/folder.yaml': 'name: 5',
      'suites/s/myfolder.yaml': 'name: Four',
      'suites/t/suite.yaml': 'name: T',
    });
    expect(problems).toEqual([]);
    expect(document.suites).toEqual([
      {
        name: 'S',
        folders: [{ path: 'Zed', description: 'About' }, { path: 'a / 5' }],
        scripts: [
          { scriptName: 'Two', folder: 'Zed' },
          { scriptName: 'One', url: 'u' },
          { scriptName: 'Three', folder: 'a / 5' },
          { scriptName: 'Four' },
        ],
      },
      { name: 'T', folders: [], scripts: [] },
    ]);
  });

  test('problems are reported', () => {
    const { problems, document } = read({ 'suites/s/one.yaml': 'name: One', 'environments/a.yaml': '- 1' });
    expect(problems).toEqual([
      { path: 'environments/a.yaml', reason: 'It must be a mapping, such as `name: Orders`.' },
      {
        path: 'suites/s/suite.yaml',
        reason: 'It is missing. Add it with a name, such as `name: Orders`, or delete the folder.',
      },
    ]);
    expect(document.suites).toEqual([]);
    expect(readFolder(files({ 'touchstone.yaml': 'a: [' })).problems.map(({ path }) => path)).toEqual([
      'touchstone.yaml',
    ]);
    expect(readFolder(files({})).problems).toEqual([
      { path: 'touchstone.yaml', reason: 'This folder has no touchstone.yaml, so it is no workspace folder.' },
    ]);
  });
});

test.each([
  ['a: 1', { value: { a: 1 } }],
  ['', { fault: 'It must be a mapping, such as `name: Orders`.' }],
  ['- a', { fault: 'It must be a mapping, such as `name: Orders`.' }],
  ['a: &x 1\nb: *x', { fault: expect.stringMatching(/^[^\n]*alias[^\n]*$/i) }],
  ['a: "', { fault: expect.stringMatching(/^Missing closing "quote at line 1, column \d+:?$/) }],
  [
    '<<<<<<< here\na: 1\n=======\na: 2\n>>>>>>> server\n',
    { fault: 'It has conflict marks (<<<<<<<). Choose the lines to keep and delete the marks.' },
  ],
])('the file %j reads as %j', (text, found) => {
  expect(readYamlObject(text)).toEqual(found);
});

test.each([
  ['a\n<<<<<<< x\nb\n>>>>>>> y\n', true],
  ['<<<<<<< x\n>>>>>>> y', true],
  ['x <<<<<<< x\n>>>>>>> y', false],
  ['<<<<<<< x\ny >>>>>>> y', false],
  ['<<<<<<<\n>>>>>>> y', false],
  ['<<<<<<< x', false],
  ['>>>>>>> y\n<<<<<<< x', false],
])('%j has conflict markers: %s', (text, has) => {
  expect(hasConflictMarks(text)).toBe(has);
});

describe('a workspace is written', () => {
  test('fields are in their order, others by name, without empty ones', () => {
    const environment = {
      z: 1,
      b: 2,
      variables: [],
      url: 'u',
      description: '',
      name: 'E',
      id: 'i',
      gone: undefined,
      no: null,
      zero: 0,
      isOff: false,
      empty: {},
    };
    const written = writeFolder({ name: 'W', format: 'f', version: 2, environments: [environment, 5], globals: [] });
    expect([...written.keys()]).toEqual(['environments/e.yaml', 'touchstone.yaml']);
    expect(written.get('environments/e.yaml')).toBe(
      'id: i\nname: E\nurl: u\nb: 2\nempty: {}\nisOff: false\nno: null\nz: 1\nzero: 0\n',
    );
    expect(written.get('touchstone.yaml')).toBe('format: f\nversion: 2\nname: W\n');
  });

  test('items without a name, and duplicate names', () => {
    const written = writeFolder({
      databases: [{ id: 'i' }],
      prerequisites: [{ name: 'Order', id: 'i' }],
      suites: [
        {
          name: 'S',
          scripts: [{ scriptName: 'Suite' }, { scriptName: 'folder' }, {}, 5],
          folders: [5, { path: 'A / B', description: 'About B' }],
        },
      ],
    });
    expect(Object.fromEntries(written)).toEqual({
      'databases/unnamed.yaml': 'id: i\n',
      'prerequisites/order.yaml': 'prerequisites:\n  - order~i.yaml\n',
      'prerequisites/order~i.yaml': 'id: i\nname: Order\n',
      'suites/s/a/b/folder.yaml': 'name: B\ndescription: About B\n',
      'suites/s/a/folder.yaml': 'name: A\n',
      'suites/s/folder~2.yaml': 'name: folder\n',
      'suites/s/suite.yaml':
        'name: S\nfolders:\n  - undefined\n  - a\n  - a/b\nscripts:\n  - suite~2.yaml\n  - folder~2.yaml\n  - unnamed.yaml\n',
      'suites/s/suite~2.yaml': 'name: Suite\n',
      'suites/s/undefined/folder.yaml': 'name: undefined\n',
      'suites/s/unnamed.yaml': '{}\n',
      'touchstone.yaml': '{}\n',
    });
  });
});

describe('two folders are merged', () => {
  const path = 'environments/a.yaml';
  const of = (text: string, at = path) => files({ [at]: text });
  const merged = (...given: Parameters<typeof mergeFolders>) => {
    const { files: found, conflicts } = mergeFolders(...given);
    return { ...Object.fromEntries(found), conflicts: conflicts.map((one) => `${one.path}: ${one.reason}`) };
  };
  const withId = (n: number, rest = 'x: 1\n') => `id: ${id(n)}\n${rest}`;

  test.each<
    [name: string, given: Parameters<typeof mergeFolders>, found: Record<string, string>, conflicts?: string[]]
  >([
    ['nothing', [files({}), files({}), files({})], {}],
    ['what was added here', [files({}), of('a: 1\n'), files({})], { [path]: 'a: 1\n' }],
    ['what was added there', [files({}), files({}), of('a: 1\n')], { [path]: 'a: 1\n' }],
    ['what was deleted on both sides', [of('a: 1\n'), files({}), files({})], {}],
    ['what was deleted here', [of('a: 1\n'), files({}), of('a: 1\n')], {}],
    ['what was deleted there', [of('a: 1\n'), of('a: 1\n'), files({})], {}],
    [
      'what was deleted here and changed there',
      [of('a: 1\n'), files({}), of('a: 2\n')],
      { [path]: 'a: 2\n' },
      [
        `${path}: Deleted here, but changed on the server. The version of the server is back; delete the file again to remove it.`,
      ],
    ],
    [
      'what was changed here and deleted there',
      [of('a: 1\n'), of('a: 2\n'), files({})],
      { [path]: 'a: 2\n' },
      [
        `${path}: Deleted on the server, but changed here. Your version is kept and the next push adds it again; delete the file to let it go.`,
      ],
    ],
    ['what was changed here', [of('a: 1\n'), of('a: 2\n'), of('a: 1\n')], { [path]: 'a: 2\n' }],
    ['what was changed there', [of('a: 1\n'), of('a: 1\n'), of('a: 2\n')], { [path]: 'a: 2\n' }],
    ['what was changed alike', [of('a: 1\n'), of('a: 2\n'), of('a: 2\n')], { [path]: 'a: 2\n' }],
    ['what differs in the ends of its lines', [of('a: 1\n'), of('a: 1\r\n'), of('a: 2\r\n')], { [path]: 'a: 2\n' }],
    ['what is not of the workspace', [files({}), of('x', 'README.md'), of('y', 'README.md')], {}],
    [
      'what was moved here and changed there',
      [of(withId(1)), of(withId(1), 'environments/b.yaml'), of(withId(1, 'x: 2\n'))],
      { 'environments/b.yaml': withId(1, 'x: 2\n') },
    ],
    [
      'what was moved here, has a comment behind its id and was changed there',
      [
        of(withId(1, 'x: 1\ny: 1\n')),
        of(withId(1, 'x: 1\ny: 1\n').replace('\n', ' # mine\n'), 'environments/b.yaml'),
        of(withId(1, 'x: 1\ny: 2\n')),
      ],
      { 'environments/b.yaml': withId(1, 'x: 1\ny: 2\n').replace('\n', ' # mine\n') },
    ],
    [
      'what has a byte order mark here and was changed there',
      [of(withId(1)), of(`\uFEFF${withId(1)}`), of(withId(1, 'x: 2\n'))],
      { [path]: withId(1, 'x: 2\n') },
    ],
    [
      'what was moved there and changed here',
      [of(withId(1)), of(withId(1, 'x: 2\n')), of(withId(1), 'environments/b.yaml')],
      { 'environments/b.yaml': withId(1, 'x: 2\n') },
    ],
    [
      'what was moved on both sides',
      [of(withId(1)), of(withId(1), 'environments/b.yaml'), of(withId(1), 'environments/c.yaml')],
      { 'environments/c.yaml': withId(1) },
    ],
    [
      'two that were added at one place',
      [files({}), of(withId(1)), of(withId(2))],
      { [path]: withId(1), 'environments/a~2.yaml': withId(2) },
    ],
    ['one without an id that the server gave one', [files({}), of('x: 1\n'), of(withId(1))], { [path]: withId(1) }],
    [
      'one without an id, which was there before',
      [of('x: 1\n'), of('x: 2\n'), of(withId(1))],
      { [path]: 'x: 2\n', 'environments/a~2.yaml': withId(1) },
      [
        'environments/a.yaml: Deleted on the server, but changed here. Your version is kept and the next push adds it again; delete the file to let it go.',
      ],
    ],
    [
      'a copy that still has the id of the first',
      [of(withId(1)), files({ [path]: withId(1), 'environments/b.yaml': withId(1, 'x: 2\n') }), of(withId(1))],
      { [path]: withId(1), 'environments/b.yaml': withId(1, 'x: 2\n') },
    ],
    [
      'ids in quotes',
      [of(`id: "${id(1)}"\n`), of(`id: '${id(1)}' \n`, 'environments/b.yaml'), of(`id: "${id(1)}"\n`)],
      { 'environments/b.yaml': `id: '${id(1)}' \n` },
    ],
    [
      'ids that are inside',
      [of(` id: ${id(1)}\n`), of(` id: ${id(1)}\n`, 'environments/b.yaml'), of(` id: ${id(1)}\n`)],
      { 'environments/b.yaml': ` id: ${id(1)}\n` },
    ],
    [
      'ids that are none',
      [of(`id: ${id(1)}x\n`), of(`id: ${id(1)}x\n`, 'environments/b.yaml'), of(`id: ${id(1)}x\n`)],
      { 'environments/b.yaml': `id: ${id(1)}x\n` },
    ],
  ])('%s', (_name, given, found, conflicts = []) => {
    expect(merged(...given)).toEqual({ ...found, conflicts });
  });

  test('lines changed by both are reported by the number of conflicts', () => {
    const both = 'Choose between the marked lines.';
    expect(merged(of('a\n'), of('b\n'), of('c\n')).conflicts).toEqual([
      `${path}: Changed here and on the server in the same place. ${both}`,
    ]);
    expect(merged(of('a\nx\na\n'), of('b\nx\nb\n'), of('c\nx\nc\n')).conflicts).toEqual([
      `${path}: Changed here and on the server in the same 2 places. ${both}`,
    ]);
    expect(merged(of('a\nx\ny\nz\n'), of('b\nx\ny\nz\n'), of('a\nx\ny\nc\n')).conflicts).toEqual([]);
  });

  test('without an ancestor the common content counts, and several files may want one place', () => {
    expect(merged(undefined, of('x: 1\ny: 2\n'), of(withId(1, 'x: 1\ny: 2\n')))).toEqual({
      [path]: withId(1, 'x: 1\ny: 2\n'),
      conflicts: [],
    });
    const ours = files({ [path]: withId(1), 'environments/c.yaml': 'x: 1\n' });
    const theirs = files({ [path]: withId(2), 'environments/b.yaml': withId(3) });
    expect(Object.keys(merged(undefined, ours, theirs))).toEqual([
      path,
      'environments/a~2.yaml',
      'environments/b.yaml',
      'environments/c.yaml',
      'conflicts',
    ]);
  });
});

describe('texts are kept as written', () => {
  const kept = (ours: Record<string, string>, theirs: Record<string, string>) =>
    Object.fromEntries(keepTexts(files(ours), files(theirs)));
  test.each<
    [name: string, ours: Record<string, string>, theirs: Record<string, string>, found: Record<string, string>]
  >([
    [
      'the same meaning at the same place',
      { a: '# why\nb: 2\na: { d: 1, c: [2, { f: 1, e: null }] }\n' },
      { a: 'a:\n  c: [2, { e: null, f: 1 }]\n  d: 1\nb: 2\n' },
      { a: '# why\nb: 2\na: { d: 1, c: [2, { f: 1, e: null }] }\n' },
    ],
    ['another meaning', { a: '# why\nb: 2\n' }, { a: 'b: 3\n' }, { a: 'b: 3\n' }],
    ['another order of a list', { a: '# why\nb: [1, 2]\n' }, { a: 'b: [2, 1]\n' }, { a: 'b: [2, 1]\n' }],
    ['the same text', { a: 'b: 2\n' }, { a: 'b: 2\n' }, { a: 'b: 2\n' }],
    ['the same id elsewhere', { a: '# why\nid: 1\nb: 2\n' }, { x: 'id: 1\nb: 2\n' }, { x: '# why\nid: 1\nb: 2\n' }],
    ['the same id with another meaning', { a: '# why\nid: 1\nb: 2\n' }, { x: 'id: 1\nb: 3\n' }, { x: 'id: 1\nb: 3\n' }],
    ['the same place with another id', { a: '# why\nid: 2\nb: 2\n' }, { a: 'id: 1\nb: 2\n' }, { a: 'id: 1\nb: 2\n' }],
    ['an id that the server gave', { a: '# why\nb: 2\n' }, { x: 'id: 1\nb: 2\n' }, { x: 'id: 1\n# why\nb: 2\n' }],
    [
      'ids for several that say the same',
      { a: '# one\nb: 2\n', c: '# two\nb: 2\n' },
      { x: 'id: 1\nb: 2\n', y: 'id: 2\nb: 2\n', z: 'id: 3\nb: 2\n' },
      { x: 'id: 1\n# one\nb: 2\n', y: 'id: 2\n# two\nb: 2\n', z: 'id: 3\nb: 2\n' },
    ],
    ['what is no mapping', { a: '# why\n- 1\n' }, { a: 'b: 1\n', b: '- 1\n' }, { a: 'b: 1\n', b: '- 1\n' }],
    ['a file that is only there', {}, { a: 'b: 1\n' }, { a: 'b: 1\n' }],
  ])('%s', (_name, ours, theirs, found) => {
    expect(kept(ours, theirs)).toEqual(found);
  });
});
