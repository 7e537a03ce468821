import type { FlowNode } from './document.ts';
import type { KindProblem, NodeKind } from './node-kind.ts';
import { reference, text, unless, whole } from './node-settings.ts';

/** Maximum number of rows that a node may pass on. */
const maxRows = 10_000;
const longestQueryMs = 60_000;
const maxPasted = 200_000;

const checkRows = (node: FlowNode): KindProblem[] => {
  const rows = whole(node, 'maxRows') ?? 1;
  return unless(rows >= 1 && rows <= maxRows, 'ROWS_LIMIT', 'Allow 1 to 10,000 rows.');
};

/** Names in a query's braces. */
export const queryNames = (query: string): string[] => [
  ...new Set([...query.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g)].map(([, name = '']) => name)),
];

function checkQuery(node: FlowNode): KindProblem[] {
  const isInput = new Set(node.inputs.map(({ name }) => name));
  const timeoutMs = whole(node, 'timeoutMs') ?? 1;
  return [
    ...unless(node.databaseId !== undefined, 'MISSING_DATABASE', 'Choose a database.'),
    ...unless(text(node, 'query') !== '', 'MISSING_QUERY', 'Write a query.'),
    ...queryNames(text(node, 'query'))
      .filter((name) => !isInput.has(name))
      .map((name) => ({ code: 'QUERY_INPUT', message: `The query uses "${name}". Add an input of this name.` })),
    ...unless(timeoutMs >= 1 && timeoutMs <= longestQueryMs, 'QUERY_TIME', 'Allow 1 ms to 60 s for the query.'),
    ...checkRows(node),
  ];
}

function checkCsv(node: FlowNode): KindProblem[] {
  const isPasted = node.settings.source === 'text';
  return [
    ...(isPasted
      ? unless(
          text(node, 'text') !== '',
          'MISSING_DATA',
          'Paste the rows, with the names of the columns in the first line.',
        )
      : unless(text(node, 'fileId') !== '', 'MISSING_DATA', 'Choose a file.')),
    ...unless(
      !isPasted || text(node, 'text').length <= maxPasted,
      'DATA_TOO_LARGE',
      'Upload these rows as a file: pasted text may have 200,000 characters.',
    ),
    ...checkRows(node),
  ];
}

/** dataKinds are the kinds of nodes that read and process data. */
export const dataKinds: readonly NodeKind[] = [
  {
    kind: 'http',
    work: 'attempt',
    check: (node) => unless(text(node, 'url') !== '', 'MISSING_URL', 'Enter an address.'),
  },
  {
    kind: 'javascript',
    work: 'attempt',
    check: (node) => unless(text(node, 'code') !== '', 'MISSING_CODE', 'Write a script.'),
  },
  { kind: 'sql-query', work: 'attempt', check: checkQuery },
  {
    kind: 'csv-data',
    work: 'attempt',
    check: checkCsv,
    references: (node) => (node.settings.source === 'text' ? [] : reference('file', text(node, 'fileId'))),
  },
];
