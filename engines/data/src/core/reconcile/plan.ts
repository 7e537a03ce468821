/** How two values of a column are compared; `auto` decides by the types on both sides. */
export type CompareAs = 'auto' | 'text' | 'number' | 'date' | 'boolean' | 'json';

/** CompareRule says when the values of a column count as equal. */
export interface CompareRule {
  compareAs: CompareAs;
  /** Numbers: `absolute`, or `percent` of the database's value. Dates: `seconds` or `milliseconds`. */
  tolerance?: { value: number; unit: 'absolute' | 'percent' | 'seconds' | 'milliseconds' } | undefined;
  ignoreCase?: boolean | undefined;
  /** Leaves out white space around texts. */
  trim?: boolean | undefined;
  nullEqualsEmpty?: boolean | undefined;
}

/** KeyColumn is a pair of columns that says which rows belong together. */
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

/** ReconcilePlan says how rows are matched and compared. */
export interface ReconcilePlan {
  keys: readonly KeyColumn[];
  columns: readonly ColumnMapping[];
  /** IANA zone of times that name none; default UTC. */
  timeZone?: string;
  /** Rows that only one side has, and that are no difference. */
  allowOnlyIn?: { api?: boolean; database?: boolean };
  /** Differences of each kind that are kept; all are counted. Default 1000. */
  keep?: number;
}

/** What a database says of a column of a query. */
export type ColumnType = 'text' | 'number' | 'date' | 'boolean' | 'json' | 'binary' | 'unknown';
/** QueryColumn is a column of a query's result. */
export interface QueryColumn {
  name: string;
  type: ColumnType;
}

/**
 * Cell is a value of a row: what JSON can hold, whole numbers beyond 2^53 as bigint, longer decimals as `{ '#number': text }`; undefined where
 * the row has no such value.
 */
export type Cell = unknown;

/** What is wrong with a row, or a pair of rows. */
export const differenceKinds = ['different', 'onlyInApi', 'onlyInDatabase', 'duplicateKey', 'missingKey'] as const;
/** What is wrong with a row, or a pair of rows. */
export type DifferenceKind = (typeof differenceKinds)[number];

/** CellPair is a column of a row that differs, with both values and the rule that failed. */
export interface CellPair {
  column: string;
  api: string | null;
  database: string | null;
  isEqual: boolean;
  /** Why they differ, in a few words; empty where they are equal. */
  rule: string;
}

/** RowDifference is one row, or pair of rows, that is not as it should be. */
export interface RowDifference {
  kind: DifferenceKind;
  /** Values of the key, as text. */
  key: (string | null)[];
  /** Where a key is missing or twice. */
  side?: 'api' | 'database';
  /** Values by column; `different` has both sides. */
  cells: CellPair[];
}

/** ReconcileCounts counts every row, whatever is kept of it. */
export interface ReconcileCounts {
  apiRows: number;
  databaseRows: number;
  /** Keys on both sides: equal and different ones. */
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

/** ReconcileResult says whether both sides agree, and where not. */
export interface ReconcileResult {
  agrees: boolean;
  /** One sentence, such as "3 of 120 rows differ." */
  summary: string;
  counts: ReconcileCounts;
  /** Different values by database column, most first. */
  byColumn: { column: string; count: number }[];
  /** The first of each kind. */
  differences: RowDifference[];
  /** What looks like a mistake of the mapping. */
  notes: string[];
}

/** MappingProblem says in one sentence what of a plan does not fit its rows. */
export class MappingProblem extends Error {
  override name = 'MappingProblem';
}
