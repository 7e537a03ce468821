import type { DatabaseKind } from '@touchstone/contracts/workspaces';

/** DatabaseTarget is where and as whom to connect; `password` is in plain text here and nowhere else. */
export interface DatabaseTarget {
  kind: DatabaseKind;
  host: string;
  port: number;
  databaseName: string;
  username: string;
  password: string;
  tls: 'off' | 'encrypt' | 'verify';
  /** PEM; empty: the system's authorities. */
  caCertificate: string;
}

/** Rows by column name, with JSON-compatible values. */
export type DatabaseRow = Record<string, unknown>;

/** Returns a variable's value by name; throws if it has none. */
export type ValueFor = (name: string) => string;

/** A query to a database; `values` are those of the variables in its text. */
export type DatabaseQuestion =
  | { type: 'version' }
  | { type: 'query'; text: string; values: Record<string, string>; maxRows: number }
  | ({ type: 'rows'; values: Record<string, string> } & RowsQuery);
export type DatabaseAnswer = { version: string } | { rows: DatabaseRow[] } | { ended: true };

/** The type of a column as reported by the database; otherwise `unknown`. */
export type ColumnType = 'text' | 'number' | 'date' | 'boolean' | 'json' | 'binary' | 'unknown';
/** A column of a query. */
export interface DatabaseColumn {
  name: string;
  type: ColumnType;
}

/** RowsQuery is a read-only statement whose rows are read in batches. */
export interface RowsQuery {
  text: string;
  /** To find out whether there are more rows, request one more. */
  maxRows: number;
  /** For documents: the paths whose values are the columns; default: the fields of the first documents. */
  paths?: readonly string[];
}

/** RowSink receives the rows of a query: first the columns, then batches of rows with a value for each column. */
export interface RowSink {
  columns(columns: DatabaseColumn[]): void;
  /** Resolves when there is room for more. */
  rows(rows: unknown[][]): Promise<void>;
}

/** Rows per batch. */
export const batchRows = 500;

/** DatabaseLink is one open connection; it is closed after one question. */
export interface DatabaseLink {
  /** Product and version, such as `PostgreSQL 18.4`. */
  version(): Promise<string>;
  /** Runs a read-only statement and returns at most `maxRows` rows. Anything the statement writes is rolled back. */
  query(text: string, valueFor: ValueFor, maxRows: number): Promise<DatabaseRow[]>;
  /**
   * Runs a read-only statement and streams its rows in batches. Dates without time zone stay as they are; dates with
   * one are in UTC or with their offset.
   */
  read(query: RowsQuery, valueFor: ValueFor, sink: RowSink): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** The checked address of `target.host`, to which the driver connects. */
  address: string;
  family: 4 | 6;
  /** The time left for everything, in milliseconds. */
  timeoutMs: number;
  /** The folder of drivers added to the installation. */
  driversFolder: string;
}

/** OpenLink connects with one driver; rejects with the driver's own error. */
export type OpenLink = (target: DatabaseTarget, options: OpenOptions) => Promise<DatabaseLink>;

/** tlsOptionsOf returns the options of Node's TLS for a target; undefined if it doesn't use TLS. */
export function tlsOptionsOf(target: DatabaseTarget): { rejectUnauthorized: boolean; ca?: string } | undefined {
  if (target.tls === 'off') return undefined;
  return {
    rejectUnauthorized: target.tls === 'verify',
    ...(target.caCertificate && { ca: target.caCertificate }),
  };
}
