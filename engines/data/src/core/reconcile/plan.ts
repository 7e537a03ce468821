/** How two values of a column are compared; `auto` decides by the types on both sides. */
export type CompareAs = 'auto' | 'text' | 'number' | 'date' | 'boolean' | 'json';

/** CompareRule defines when the values of a column count as equal. */
export interface CompareRule {
  compareAs: CompareAs;
  /** Numbers: `absolute`, or `percent` of the database's value. Dates: `seconds` or `milliseconds`. */
  tolerance?: { value: number; unit: 'absolute' | 'percent' | 'seconds' | 'milliseconds' } | undefined;
  ignoreCase?: boolean | undefined;
  /** Ignores white space around texts. */
  trim?: boolean | undefined;
  nullEqualsEmpty?: boolean | undefined;
}

/** KeyColumn is a pair of columns by which rows are matched. */
export interface KeyColumn {
  apiPath: string;
  dbColumn: string;
  compareAs: CompareAs;
  ignoreCase?: boolean | undefined;
  trim?: boolean | undefined;
}

/** ColumnMapping is a pair of columns whose values are compared. */
export interface ColumnMapping extends CompareRule {
  apiPath: string;
  dbColumn: string;
}

/** ReconcilePlan defines how rows are matched and compared. */
export interface ReconcilePlan {
  keys: readonly KeyColumn[];
  columns: readonly ColumnMapping[];
  /** IANA zone of times without one; default UTC. */
  timeZone?: string;
  /** Rows on only one side that don't count as a difference. */
  allowOnlyIn?: { api?: boolean; database?: boolean };
  /** How many differences of each kind are kept; all are counted. Default 1000. */
  keep?: number;
}

/** The type of a query's column, as reported by the database. */
export type ColumnType = 'text' | 'number' | 'date' | 'boolean' | 'json' | 'binary' | 'unknown';
/** QueryColumn is a column of a query's result. */
export interface QueryColumn {
  name: string;
  type: ColumnType;
}

/**
 * Cell is a value of a row: any JSON value, whole numbers beyond 2^53 as bigint, longer decimals as `{ '#number': text
 * }`; undefined if the row has no such value.
 */
export type Cell = unknown;

/** Kinds of differences, in a row or a pair of rows. */
export const differenceKinds = ['different', 'onlyInApi', 'onlyInDatabase', 'duplicateKey', 'missingKey'] as const;
/** A kind of difference. */
export type DifferenceKind = (typeof differenceKinds)[number];

/** CellPair is a column of a row that differs, with both values and the rule that failed. */
export interface CellPair {
  column: string;
  api: string | null;
  database: string | null;
  isEqual: boolean;
  /** Why they differ, in a few words; empty if they are equal. */
  rule: string;
}

/** RowDifference is a row, or pair of rows, with a difference. */
export interface RowDifference {
  kind: DifferenceKind;
  /** Values of the key, as text. */
  key: (string | null)[];
  /** The side on which a key is missing or duplicated. */
  side?: 'api' | 'database';
  /** Values by column; `different` has both sides. */
  cells: CellPair[];
}

/** ReconcileCounts counts every row, whether it is kept or not. */
export interface ReconcileCounts {
  apiRows: number;
  databaseRows: number;
  /** Keys on both sides, whether their rows are equal or different. */
  matched: number;
  equal: number;
  different: number;
  onlyInApi: number;
  onlyInDatabase: number;
  duplicatesInApi: number;
  duplicatesInDatabase: number;
  missingKeyInApi: number;
  missingKeyInDatabase: number;
}

/** ReconcileResult says whether both sides agree, and lists their differences. */
export interface ReconcileResult {
  agrees: boolean;
  /** One sentence, such as "3 of 120 rows differ." */
  summary: string;
  counts: ReconcileCounts;
  /** Number of differing values by database column, most first. */
  byColumn: { column: string; count: number }[];
  /** The first of each kind. */
  differences: RowDifference[];
  /** Likely mistakes of the mapping. */
  notes: string[];
}

/** MappingProblem explains in one sentence what in a plan doesn't match its rows. */
export class MappingProblem extends Error {
  override name = 'MappingProblem';
}
