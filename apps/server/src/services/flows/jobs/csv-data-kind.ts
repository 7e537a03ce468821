import { readRows } from '@touchstone/engine-data';
import { parseCsv } from '@touchstone/engine-data/core';
import type { FlowNode, NodeKind } from '@touchstone/engine-flow/core';
import type { DataFiles } from '../../workspaces/index.ts';
import { engineKind } from '../domain/control-kinds.ts';
import type { AttemptEnd, FlowAttempt, FlowNodeKind } from '../domain/flow-kind.ts';
import { assertTable, rowLimit } from '../domain/table.ts';
import { asText } from '../domain/values.ts';

/**
 * createCsvDataKind returns the kind of node that outputs the rows of a data file of the workspace, or of pasted CSV.
 */
export function createCsvDataKind(dataFiles: DataFiles): FlowNodeKind {
  const engine = engineKind('csv-data');
  return {
    node: { ...engine, check: (node) => [...(engine.check?.(node) ?? []), ...pastedProblems(node)] },
    title: 'CSV data',
    description: 'Gives the rows of a file or of pasted CSV as a table.',
    group: 'data',
    service: 'workflow',
    hasOwnPorts: false,
    ports: {
      inputs: [],
      outputs: [
        { name: 'rows', type: 'table', required: false },
        { name: 'count', type: 'number', required: false },
      ],
    },
    subtitle: ({ settings: { source, fileName } }) =>
      source === 'text' ? 'Pasted rows' : asText(fileName).slice(0, 200),
    execute: (attempt) => read(dataFiles, attempt),
    existing: (caller, projectId, ids) => dataFiles.existing(caller, projectId, [...ids]),
  };
}

/** Faults in pasted rows, except their absence. */
const pastedProblems: NonNullable<NodeKind['check']> = ({ settings: { source, text } }: FlowNode) => {
  if (source !== 'text' || typeof text !== 'string' || text.trim() === '') return [];
  try {
    if (parseCsv(text).length > 1) return [];
    return [{ code: 'MISSING_DATA', message: 'Add rows below the names of the columns.' }];
  } catch (error) {
    return [{ code: 'INVALID_DATA', message: (error as Error).message }];
  }
};

async function read(dataFiles: DataFiles, { caller, projectId, node }: FlowAttempt): Promise<AttemptEnd> {
  const { source, fileId, text } = node.settings;
  const limit = rowLimit(node);
  const maxRows = limit + 1;
  const found =
    source === 'text'
      ? readRows(textPieces(asText(text)), { type: 'csv', maxRows })
      : dataFiles.rows(caller, { projectId, fileId: asText(fileId), maxRows });
  const rows: Record<string, string>[] = [];
  for await (const row of found) rows.push(row);
  assertTable(rows, limit);
  const columns = Object.keys(rows[0] ?? {});
  return { outcome: 'passed', outputs: { rows, count: rows.length }, detail: { columns } };
}

async function* textPieces(text: string): AsyncGenerator<string> {
  yield text;
}
