import type { DatabaseKind } from '@touchstone/contracts/workspaces';

/** DatabaseTarget is where and as whom to connect; `password` is open here and only here. */
export interface DatabaseTarget {
  kind: DatabaseKind;
  host: string;
  port: number;
  databaseName: string;
  username: string;
  password: string;
  tls: 'off' | 'encrypt' | 'verify';
  /** PEM; empty: the authorities of the system. */
  caCertificate: string;
}

/** Rows by column name, with values that JSON can hold. */
export type DatabaseRow = Record<string, unknown>;

/** Gives the value of a variable by its name; throws where it has none. */
export type ValueFor = (name: string) => string;

/** What is asked of a database; `values` are those of the variables that the text names. */
export type DatabaseQuestion =
  | { type: 'version' }
  | { type: 'query'; text: string; values: Record<string, string>; maxRows: number }
  | ({ type: 'rows'; values: Record<string, string> } & RowsQuery);
export type DatabaseAnswer = { version: string } | { rows: DatabaseRow[] } | { ended: true };

/** What a column holds, as the database says; `unknown` where it does not. */
export type ColumnType = 'text' | 'number' | 'date' | 'boolean' | 'json' | 'binary' | 'unknown';
/** A column of a query. */
export interface DatabaseColumn {
  name: string;
  type: ColumnType;
}

/** RowsQuery is a reading statement whose rows come one batch after another. */
export interface RowsQuery {
  text: string;
  /** At most; whoever must know whether there are more asks for one more. */
  maxRows: number;
  /** Of documents: the paths whose values are the columns; default: the members of the first documents. */
  paths?: readonly string[];
}

/** RowSink gets the rows of a query: the columns first, then batches of rows with a value for each column. */
export interface RowSink {
  columns(columns: DatabaseColumn[]): void;
  /** Resolves when there is room for more. */
  rows(rows: unknown[][]): Promise<void>;
}

/** Rows of one batch. */
export const batchRows = 500;

/** DatabaseLink is one open connection; it ends after one question. */
export interface DatabaseLink {
  /** Product and version, such as `PostgreSQL 18.4`. */
  version(): Promise<string>;
  /** Runs one reading statement and gives at most `maxRows` rows. Nothing that the statement may write is kept. */
  query(text: string, valueFor: ValueFor, maxRows: number): Promise<DatabaseRow[]>;
  /** Runs one reading statement and gives its rows in batches. Dates without zone come as they are, with zone as UTC or with their offset. */
  read(query: RowsQuery, valueFor: ValueFor, sink: RowSink): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** The checked address of `target.host`, to which the driver connects. */
  address: string;
  family: 4 | 6;
  /** Left for everything, in milliseconds. */
  timeoutMs: number;
  /** Where drivers lie that were added to the installation. */
  driversFolder: string;
}

/** OpenLink connects with one driver; it rejects with the driver's own error. */
export type OpenLink = (target: DatabaseTarget, options: OpenOptions) => Promise<DatabaseLink>;

/** tlsOptionsOf are the options of Node's TLS for a target, or undefined where it speaks without TLS. */
export function tlsOptionsOf(target: DatabaseTarget): { rejectUnauthorized: boolean; ca?: string } | undefined {
  if (target.tls === 'off') return undefined;
  return {
    rejectUnauthorized: target.tls === 'verify',
    ...(target.caCertificate && { ca: target.caCertificate }),
  };
}
