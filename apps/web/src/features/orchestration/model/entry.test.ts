import { expect, test } from 'vitest';
import { folderEntry, projectEntry, workflowEntry } from '../testing/entries.ts';
import { chosenOf, contentsText, deletionText, namesOf, pathOf } from './entry.ts';

test('entries link to the page of the folder or to the canvas', () => {
  expect([projectEntry(), folderEntry(), workflowEntry()].map(pathOf)).toEqual([
    '/test-orchestration/project/SHOP',
    '/test-orchestration/project/SHOP-1',
    '/test-orchestration/work-flow/w1',
  ]);
});

test('selected entries are grouped by type', () => {
  expect(chosenOf([folderEntry(), workflowEntry(), folderEntry({ folderUuid: 'f2' })])).toEqual({
    folderUuids: ['f1', 'f2'],
    workflowIds: ['w1'],
  });
});

test.each([
  [0, 0, 'Empty'],
  [1, 0, '1 folder'],
  [0, 2, '2 workflows'],
  [1200, 1, '1,200 folders, 1 workflow'],
])('%i folders and %i workflows are "%s"', (folderCount, workflowCount, text) => {
  expect(contentsText({ folderCount, workflowCount })).toBe(text);
});

test('one entry is named, several are counted by type', () => {
  expect(namesOf([workflowEntry()])).toBe('workflow Nightly');
  expect(namesOf([folderEntry(), folderEntry({ folderUuid: 'f2' }), workflowEntry()])).toBe('2 folders and 1 workflow');
});

test('a deletion says what it includes and what stays', () => {
  const full = folderEntry({ folderCount: 2, workflowCount: 1 });
  expect(deletionText([workflowEntry()])).toBe("Runs and reports stay. You can't undo this.");
  expect(deletionText([full, folderEntry({ workflowCount: 3 })])).toBe(
    "Also deletes 2 folders, 4 workflows and everything below. Runs and reports stay. You can't undo this.",
  );
  expect(deletionText([projectEntry({ folderCount: 1 })])).toBe(
    'Also deletes 1 folder and everything below. Environments, runs and reports of the project are deleted too. You can restore it for 30 days.',
  );
});
