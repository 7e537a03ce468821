import { expect, test } from 'vitest';
import { FolderTree } from './folder-tree.ts';

interface Item {
  name?: string;
  description?: string;
  item?: (Item | string)[];
}
/** Folders and requests as an indented list. */
const written = (items: readonly unknown[], indent = ''): string[] =>
  (items as (Item | string)[]).flatMap((item) =>
    typeof item === 'string'
      ? [`${indent}${item}`]
      : [
          `${indent}${item.name}${item.description === undefined ? '' : `: ${item.description}`}`,
          ...written(item.item ?? [], `${indent}  `),
        ],
  );

/** The tree of requests `[group, name]` in folders with these paths. */
function treeOf(folders: { path: string; description?: string }[], requests: [group: string, name: string][]) {
  const tree = new FolderTree(
    folders,
    requests.map(([group]) => ({ group })),
  );
  for (const [group, name] of requests) tree.add(group, name);
  return written(tree.items());
}

test('a folder without requests keeps its place; one with requests is placed at its requests', () => {
  const folders = [{ path: 'A' }, { path: 'Empty' }, { path: 'B' }, { path: 'B / Inner' }, { path: 'Last' }];
  const requests: [string, string][] = [
    ['B', 'one'],
    ['A', 'two'],
    ['B / Inner', 'three'],
  ];
  expect(treeOf(folders, requests)).toEqual(['Empty', 'B', '  one', 'A', '  two', 'B', '  Inner', '    three', 'Last']);
});

test('a folder split into parts is described once', () => {
  const folders = [{ path: 'A', description: 'All of it' }, { path: 'B' }];
  const requests: [string, string][] = [
    ['A', 'one'],
    ['B', 'two'],
    ['A', 'three'],
  ];
  expect(treeOf(folders, requests)).toEqual(['A: All of it', '  one', 'B', '  two', 'A', '  three']);
});
