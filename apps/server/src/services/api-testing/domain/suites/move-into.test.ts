import { describe, expect, test } from 'vitest';
import { chosenMovers, movedInto, orderWith, outermost, type ScriptPlace } from './move-into.ts';

const scripts: ScriptPlace[] = [
  { id: 'top', folder: '' },
  { id: 'list', folder: 'Orders' },
  { id: 'create', folder: 'Orders / New' },
  { id: 'old', folder: 'Orders archive' },
  { id: 'user', folder: 'Users' },
];
const folders = [{ path: 'Orders' }, { path: 'Orders / New' }, { path: 'Orders archive' }, { path: 'Users' }];
const paths = folders.map(({ path }) => path);

test.each([
  ['a script alone', { scriptIds: ['user'], folders: [] }, ['user'], []],
  ['a script at the top', { scriptIds: ['top'], folders: [] }, ['top'], []],
  [
    'a folder with everything in it',
    { scriptIds: [], folders: ['Orders'] },
    ['list', 'create'],
    ['Orders', 'Orders / New'],
  ],
  [
    'both, in the order of the suite',
    { scriptIds: ['user', 'top'], folders: ['Orders / New'] },
    ['top', 'create', 'user'],
    ['Orders / New'],
  ],
  ['nothing', { scriptIds: [], folders: [] }, [], []],
  ['a folder without a name, which no script lies in', { scriptIds: [], folders: [''] }, [], []],
])('moves %s', (_case, chosen, ids, moved) => {
  const movers = chosenMovers(scripts, folders, chosen);
  expect(movers.scripts.map(({ id }) => id)).toEqual(ids);
  expect(movers.folders.map(({ path }) => path)).toEqual(moved);
});

test('of nested folders only the outermost is moved', () => {
  expect(outermost(paths)).toEqual(['Orders', 'Orders archive', 'Users']);
  expect(outermost(['Orders / New'])).toEqual(['Orders / New']);
});

test.each([
  ['Orders / New', ['Orders'], 'Shop', 'Shop / Orders / New'],
  ['Orders', ['Users', 'Orders'], '', 'Orders'],
  ['Orders / New / Today', ['Orders / New'], 'Users', 'Users / New / Today'],
  ['Orders / New', ['Orders / New'], '', 'New'],
  ['Users', ['Orders'], 'Shop', 'Shop'],
  ['', ['Orders'], 'Shop', 'Shop'],
  ['', [''], 'Shop', 'Shop'],
])('"%s" is, after %j moved into "%s", "%s"', (path, chosen, target, moved) => {
  expect(movedInto(path, chosen, target)).toBe(moved);
});

describe('moved scripts go', () => {
  test.each([
    [
      'before the named script',
      { folder: 'Orders', before: 'list' },
      ['top', 'A', 'B', 'list', 'create', 'old', 'user'],
    ],
    ['before the first script', { folder: '', before: 'top' }, ['A', 'B', 'top', 'list', 'create', 'old', 'user']],
    [
      'behind the last script of the folder and of those in it',
      { folder: 'Orders' },
      ['top', 'list', 'create', 'A', 'B', 'old', 'user'],
    ],
    ['to the end of a suite', { folder: '' }, ['top', 'list', 'create', 'old', 'user', 'A', 'B']],
    ['to the end where the folder is empty', { folder: 'New' }, ['top', 'list', 'create', 'old', 'user', 'A', 'B']],
  ])('%s', (_case, place, order) => {
    expect(orderWith(scripts, ['A', 'B'], place)).toEqual(order);
  });

  test('after a folder at the start of the suite', () => {
    const rest = [
      { id: 'list', folder: 'Orders' },
      { id: 'user', folder: 'Users' },
    ];
    expect(orderWith(rest, ['A'], { folder: 'Orders' })).toEqual(['list', 'A', 'user']);
  });
});
