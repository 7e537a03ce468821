import { StepFailure } from '../failures.ts';
import { type Handler, passed } from './step-action.ts';

/** Maximum number of rows that a step may put into one variable. */
const maxRows = 500;

/** A step's query, for the code that runs it. */
export interface DatabaseQuestion {
  database: string;
  query: string;
  /** Variables in the query, sent as parameters. */
  values: Record<string, string>;
  maxRows: number;
  timeoutMs: number;
  signal: AbortSignal;
}

/** Returns the rows of a query, or throws an error that says why there are none. */
export type AskDatabase = (question: DatabaseQuestion) => Promise<Record<string, unknown>[]>;

/** A cell as a variable's text. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}

const runSql: Handler = async (action) => {
  const { session, call } = action;
  const { askDatabase } = session.options;
  if (!askDatabase) throw new StepFailure('error', 'No database can be asked from here.');
  const isValue = action.text('result') === 'value';
  const question = { database: action.text('connection'), query: action.text('query'), values: call.values ?? {} };
  const rows = await askDatabase({
    ...question,
    maxRows: isValue ? 1 : maxRows + 1,
    timeoutMs: call.timeoutMs,
    signal: call.signal,
  }).catch((error: unknown) => {
    throw new StepFailure('error', error instanceof Error ? error.message : String(error));
  });
  if (!isValue && rows.length > maxRows)
    throw new StepFailure('error', `The query gives more than ${maxRows} rows. Add a limit or a condition.`);
  if (!isValue) return { ...passed, message: rowCount(rows.length), value: JSON.stringify(rows) };
  const [row] = rows;
  if (!row) throw new StepFailure('failed', 'The query gives no row.');
  return { ...passed, value: textOf(Object.values(row)[0]) };
};

const rowCount = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}.`;

/** Handler of the database keyword. */
export const databaseHandlers: Record<string, Handler> = { runSql };
