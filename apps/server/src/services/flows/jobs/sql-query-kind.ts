import { type FlowNode, queryNames } from '@touchstone/engine-flow/core';
import { createMask } from '@touchstone/report';
import type { AskDatabases, Databases } from '../../workspaces/index.ts';
import { engineKind } from '../domain/control-kinds.ts';
import type { AttemptEnd, FlowAttempt, FlowNodeKind } from '../domain/flow-kind.ts';
import { assertTable, rowLimit, type Table } from '../domain/table.ts';
import { asText, convert, secretTexts } from '../domain/values.ts';

interface Needs {
  databases: Databases;
  askDatabases: AskDatabases;
}
const usualMs = 30_000;

/**
 * createSqlQueryKind returns the kind of node that queries a database of the workspace; inputs are sent as parameters,
 * never as part of the query.
 */
export function createSqlQueryKind(needs: Needs): FlowNodeKind {
  return {
    node: engineKind('sql-query'),
    title: 'Database query',
    description: 'Asks a database. Inputs are parameters, rows are a table.',
    group: 'data',
    service: 'workflow',
    hasOwnPorts: true,
    ports: {
      inputs: [],
      outputs: [
        { name: 'rows', type: 'table', required: false },
        { name: 'count', type: 'number', required: false },
        { name: 'first', type: 'json', required: false },
      ],
    },
    subtitle: ({ settings: { query } }) => asText(query).replace(/\s+/g, ' ').trim().slice(0, 200),
    execute: (attempt) => ask(needs, attempt),
  };
}

async function ask({ databases, askDatabases }: Needs, attempt: FlowAttempt): Promise<AttemptEnd> {
  const { organizationId, projectId, node, inputs, signal } = attempt;
  const target = await databases.findTarget({ organizationId, projectId }, node.databaseId ?? '');
  if (!target) return { outcome: 'failed', message: 'Its database was deleted. Choose another one.' };
  const text = asText(node.settings.query);
  const limit = rowLimit(node);
  const { timeoutMs } = node.settings;
  const given = queryNames(text).filter((name) => inputs[name] !== undefined);
  const values = Object.fromEntries(given.map((name) => [name, asText(inputs[name])]));
  const detail = { database: target.name };
  try {
    const rows = await askDatabases.query(
      target,
      { text, values, maxRows: limit + 1 },
      { timeoutMs: typeof timeoutMs === 'number' ? timeoutMs : usualMs, signal },
    );
    assertTable(rows, limit);
    return { outcome: 'passed', outputs: outputsOf(node, rows), detail: { ...detail, rows: rows.length } };
  } catch (error) {
    return { outcome: 'failed', message: createMask(secretTexts(node, inputs))((error as Error).message), detail };
  }
}

/** All rows, the first row, and the columns of the first row that outputs are named after. */
function outputsOf({ outputs }: FlowNode, rows: Table): Record<string, unknown> {
  const [first] = rows;
  const columns = outputs.flatMap(({ name, type }): [string, unknown][] => {
    if (!first || !Object.hasOwn(first, name)) return [];
    try {
      return [[name, convert(first[name], type)]];
    } catch (error) {
      throw new Error(`The column "${name}": ${(error as Error).message}`);
    }
  });
  return { ...Object.fromEntries(columns), rows, count: rows.length, ...(first && { first }) };
}
