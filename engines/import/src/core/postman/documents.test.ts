import { describe, expect, test } from 'vitest';
import { importPostman, importPostmanEnvironment } from './import-postman.ts';

const read = (document: unknown) => {
  const found = importPostman(JSON.stringify(document));
  return {
    ...found,
    placed: found.steps.map(({ group, name }) => [group, name]),
    reasons: found.problems.map(({ place, reason }) => `${place}: ${reason}`),
  };
};
const variable = (name: string, value: string, more: object = {}) => ({ name, value, isSecret: false, ...more });
const item = [{ name: 'R', request: { url: 'http://h' } }];

describe('a document', () => {
  test.each<[document: object, title: string, description: string | undefined]>([
    [{ info: { name: 'C', description: 'text' }, item }, 'C', 'text'],
    [{ info: {}, name: 'N', description: { content: 'text' }, item }, 'N', 'text'],
    [{ item }, 'Imported collection', undefined],
    [{ collection: { info: { name: 'C' }, item } }, 'C', undefined],
    [{ collections: [5, { info: { name: 'C' }, item }] }, 'C', undefined],
    [{ name: 'Old', description: 'text', requests: [{ id: 'r', name: 'R', url: 'http://h' }] }, 'Old', 'text'],
    [
      { name: 'Old', description: 'text', order: [], requests: [{ name: 'R', url: 'http://h' }], folders: 5 },
      'Old',
      'text',
    ],
    [{ name: 'R', request: { url: 'http://h' }, description: 'of R' }, 'Imported collection', undefined],
  ])('%j has its title and its request', (document, title, description) => {
    const found = read(document);
    expect([found.title, found.description]).toStrictEqual([title, description]);
    expect([found.placed, found.reasons, found.folders]).toStrictEqual([[['', 'R']], [], undefined]);
  });

  test.each<[document: object, title: string, reasons: string[]]>([
    [{ info: { name: 'Empty' } }, 'Empty', []],
    [{ name: 'Old', order: [] }, 'Old', []],
    [
      { name: 'N' },
      'Imported collection',
      ['document: The document is no Postman collection: it has neither "item" nor "requests".'],
    ],
  ])('%j has no requests', (document, title, reasons) => {
    const found = read(document);
    expect([found.steps, found.title, found.reasons]).toStrictEqual([[], title, reasons]);
  });

  test('with several collections has a folder for each', () => {
    const old = { name: 'Two', description: 'second', requests: [{ id: 'r', name: 'O', url: 'http://h' }] };
    const { placed, folders, description, reasons } = read([
      { info: { name: 'One', description: 'first' }, item },
      old,
    ]);
    expect(placed).toStrictEqual([
      ['One', 'R'],
      ['Two', 'O'],
    ]);
    expect(folders).toStrictEqual([
      { path: 'One', description: 'first' },
      { path: 'Two', description: 'second' },
    ]);
    expect([description, reasons]).toStrictEqual([undefined, []]);
  });

  test('from a data dump contains collections, environments and globals', () => {
    const values = [{ key: 'a', value: '1' }];
    const dump = { collections: [{ info: { name: 'C' }, item }], environments: [{ name: 'E', values }, 5] };
    const { placed, environments, variables, folders } = read({ ...dump, globals: [{ key: 'g', value: '2' }] });
    expect(placed).toStrictEqual([['C', 'R']]);
    expect(folders).toStrictEqual([{ path: 'C' }]);
    expect(environments).toStrictEqual([{ name: 'E', variables: [variable('a', '1')] }]);
    expect(variables).toStrictEqual([variable('g', '2')]);
    expect(read({ ...dump, globals: [] })).toMatchObject({ variables: [], reasons: [] });
    expect(read({ collections: dump.collections, globals: [] }).placed).toStrictEqual([['', 'R']]);
  });

  test('with an environment next to collections adds no folder for it', () => {
    const { folders, environments, title } = read([
      { info: {}, item },
      { name: 'E', values: [] },
    ]);
    expect([folders, environments]).toStrictEqual([[{ path: 'Imported collection' }], [{ name: 'E', variables: [] }]]);
    expect(title).toBe('Imported collection');
  });
});

describe('an environment', () => {
  const readEnvironment = (document: unknown) => importPostmanEnvironment(JSON.stringify(document));

  test.each<[document: object, name: string]>([
    [{ name: ' E ', values: [] }, 'E'],
    [{ values: [] }, 'Imported environment'],
    [{ environment: { name: 'E', values: [] } }, 'E'],
  ])('%j has a name', (document, name) => {
    const { title, environments, problems, variables } = readEnvironment(document);
    expect([title, environments, problems, variables]).toStrictEqual([name, [{ name, variables: [] }], [], []]);
  });

  test('of globals becomes variables of the collection', () => {
    const globals = { name: 'G', values: [{ key: 'a', value: 'b' }], _postman_variable_scope: 'globals' };
    const { title, environments, variables } = readEnvironment(globals);
    expect([title, environments, variables]).toStrictEqual(['Imported environment', [], [variable('a', 'b')]]);
  });

  test('without values is ignored', () => {
    const { environments, problems, title } = readEnvironment({ name: 'E' });
    expect([title, environments, problems]).toStrictEqual([
      'Imported environment',
      [],
      [{ place: 'E', reason: 'The document is no Postman environment: it has no "values".' }],
    ]);
  });

  test('has each variable once, the last enabled one', () => {
    const values = [
      5,
      null,
      { value: 'nameless' },
      { id: 'a', value: 1, description: { content: 'why' } },
      { name: 'b', value: '2', type: 'secret' },
      { key: ' c ', id: 'other', value: '3', disabled: true },
      { key: 'c', value: '4' },
      { key: 'c', value: '5', enabled: false },
      { key: 'd', value: '6', enabled: false },
      { key: 'd', value: '7', disabled: true },
      { key: 'e', value: '8' },
      { key: 'e', value: '9', enabled: true, disabled: false, type: 'default' },
    ];
    const { environments, problems } = readEnvironment({ name: 'E', values });
    expect(environments[0]?.variables).toStrictEqual([
      variable('a', '1', { description: 'why' }),
      { name: 'b', value: '2', isSecret: true },
      variable('c', '4'),
      variable('d', '6', { enabled: false }),
      variable('e', '9'),
    ]);
    expect(problems).toStrictEqual([{ place: 'E', reason: 'A variable without a name was left out.' }]);
  });
});
