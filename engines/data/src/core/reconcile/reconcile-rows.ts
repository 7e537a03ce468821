import { cellText } from './cell-text.ts';
import { compareCells } from './compare-cells.ts';
import {
  type Cell,
  type CellPair,
  type ColumnType,
  type DifferenceKind,
  MappingProblem,
  type QueryColumn,
  type ReconcileCounts,
  type ReconcilePlan,
  type ReconcileResult,
  type RowDifference,
} from './plan.ts';
import { type KeyKind, keyKind, rowKey } from './row-key.ts';

const defaultKeep = 1000;
const rowsPerTurn = 500;

/**
 * RowReconciler matches rows of a database, one after another, with an API's rows, which are all loaded. It keeps the
 * API's rows, the keys of rows that only the database has, and the first differences of each kind: memory doesn't grow
 * with the database's values.
 */
export class RowReconciler {
  readonly #plan: ReconcilePlan;
  readonly #timeZone: string;
  readonly #apiRows: readonly (readonly Cell[])[];
  readonly #kinds: KeyKind[];
  readonly #types: ColumnType[];
  readonly #byKey = new Map<string, number>();
  readonly #seen: Uint8Array;
  /** Keys of the database without an API row. */
  readonly #foreign = new Set<string>();
  readonly #kept = new Map<DifferenceKind, RowDifference[]>();
  readonly #byColumn: number[];
  readonly #counts: ReconcileCounts = {
    apiRows: 0,
    databaseRows: 0,
    matched: 0,
    equal: 0,
    different: 0,
    onlyInApi: 0,
    onlyInDatabase: 0,
    duplicatesInApi: 0,
    duplicatesInDatabase: 0,
    missingKeyInApi: 0,
    missingKeyInDatabase: 0,
  };

  /** `apiRows` have the cells of the keys, then those of the columns, in the plan's order. Throws a MappingProblem. */
  constructor(plan: ReconcilePlan, apiRows: readonly (readonly Cell[])[], columns: readonly QueryColumn[]) {
    if (plan.keys.length === 0) throw new MappingProblem('Choose at least one key column.');
    this.#plan = plan;
    this.#timeZone = plan.timeZone ?? 'UTC';
    this.#apiRows = apiRows;
    this.#seen = new Uint8Array(apiRows.length);
    this.#byColumn = plan.columns.map(() => 0);
    this.#types = typesOf(plan, columns);
    this.#kinds = plan.keys.map((key, index) => keyKind(key, cellsOf(apiRows, index)));
  }

  get counts(): Readonly<ReconcileCounts> {
    return this.#counts;
  }

  /** Takes the database's next row: the cells of the keys, then those of the columns. */
  take(row: readonly Cell[]): void {
    this.#counts.databaseRows += 1;
    const key = this.#keyOf(row);
    if (key === undefined) {
      this.#counts.missingKeyInDatabase += 1;
      this.#keep('missingKey', () => ({ side: 'database', ...this.#alone(row, 'database') }));
      return;
    }
    const at = this.#byKey.get(key);
    if (at === undefined ? this.#foreign.has(key) : this.#seen[at] === 1) {
      this.#counts.duplicatesInDatabase += 1;
      this.#keep('duplicateKey', () => ({ side: 'database', ...this.#alone(row, 'database') }));
      return;
    }
    if (at === undefined) {
      this.#foreign.add(key);
      this.#counts.onlyInDatabase += 1;
      this.#keep('onlyInDatabase', () => this.#alone(row, 'database'));
      return;
    }
    this.#seen[at] = 1;
    this.#compare(this.#apiRows[at]!, row);
  }

  /** Returns the result, once every database row has been taken. */
  finish(): ReconcileResult {
    for (const [key, at] of this.#byKey) {
      if (this.#seen[at] === 1 || key === '') continue;
      this.#counts.onlyInApi += 1;
      this.#keep('onlyInApi', () => this.#alone(this.#apiRows[at]!, 'api'));
    }
    const counts = { ...this.#counts };
    const agrees = problemsOf(counts, this.#plan) === 0;
    return {
      agrees,
      summary: summaryOf(counts, this.#plan),
      counts,
      byColumn: this.#plan.columns
        .map(({ dbColumn }, index) => ({ column: dbColumn, count: this.#byColumn[index] ?? 0 }))
        .filter(({ count }) => count > 0)
        .sort((one, other) => other.count - one.count),
      differences: [...this.#kept.values()].flat(),
      notes: this.#notes(counts),
    };
  }

  /**
   * Reads the API's rows, in chunks so that many of them don't block other work; must run before the first database
   * row.
   */
  *readApi(): Generator<undefined, void> {
    for (const [at, row] of this.#apiRows.entries()) {
      if (at % rowsPerTurn === 0) yield;
      this.#counts.apiRows += 1;
      const key = this.#keyOf(row);
      if (key === undefined) {
        this.#counts.missingKeyInApi += 1;
        this.#keep('missingKey', () => ({ side: 'api', ...this.#alone(row, 'api') }));
      } else if (this.#byKey.has(key)) {
        this.#counts.duplicatesInApi += 1;
        this.#keep('duplicateKey', () => ({ side: 'api', ...this.#alone(row, 'api') }));
      } else this.#byKey.set(key, at);
    }
  }

  #keyOf(row: readonly Cell[]): string | undefined {
    return rowKey(row, this.#plan.keys, this.#kinds, this.#timeZone);
  }

  #compare(api: readonly Cell[], database: readonly Cell[]): void {
    this.#counts.matched += 1;
    const { columns, keys } = this.#plan;
    let rules: (string | undefined)[] | undefined;
    for (const [index, column] of columns.entries()) {
      const place = keys.length + index;
      const context = { type: this.#types[index] ?? 'unknown', timeZone: this.#timeZone };
      const rule = compareCells(column, api[place], database[place], context);
      if (rule === undefined) continue;
      rules ??= [];
      rules[index] = rule;
      this.#byColumn[index]! += 1;
    }
    if (rules === undefined) {
      this.#counts.equal += 1;
      return;
    }
    const found = rules;
    this.#counts.different += 1;
    this.#keep('different', () => ({
      key: this.#keyTexts(api),
      cells: columns.map(({ dbColumn }, index) => ({
        column: dbColumn,
        api: cellText(api[keys.length + index]),
        database: cellText(database[keys.length + index]),
        isEqual: found[index] === undefined,
        rule: found[index] ?? '',
      })),
    }));
  }

  #alone(row: readonly Cell[], side: 'api' | 'database'): { key: (string | null)[]; cells: CellPair[] } {
    const { columns, keys } = this.#plan;
    return {
      key: this.#keyTexts(row),
      cells: columns.map(({ dbColumn }, index) => {
        const text = cellText(row[keys.length + index]);
        const values = side === 'api' ? { api: text, database: null } : { api: null, database: text };
        return { column: dbColumn, ...values, isEqual: false, rule: '' };
      }),
    };
  }

  #keyTexts(row: readonly Cell[]): (string | null)[] {
    return this.#plan.keys.map((_key, index) => cellText(row[index]));
  }

  #keep(kind: DifferenceKind, make: () => Omit<RowDifference, 'kind'>): void {
    const kept = this.#kept.get(kind) ?? [];
    if (kept.length >= (this.#plan.keep ?? defaultKeep)) return;
    kept.push({ kind, ...make() });
    this.#kept.set(kind, kept);
  }

  #notes(counts: ReconcileCounts): string[] {
    const { keys, columns } = this.#plan;
    const notes: string[] = [];
    for (const [index, { apiPath }] of [...keys, ...columns].entries())
      if (this.#apiRows.length > 0 && this.#apiRows.every((row) => row[index] === undefined))
        notes.push(`The path ${apiPath} finds nothing in any row of the API. Check its spelling.`);
    if (counts.matched === 0 && counts.apiRows > 0 && counts.databaseRows > 0)
      notes.push('No row has the same key on both sides. Check the key columns.');
    return notes;
  }
}

function typesOf({ keys, columns }: ReconcilePlan, given: readonly QueryColumn[]): ColumnType[] {
  const types = new Map(given.map(({ name, type }) => [name, type]));
  // A document database names columns only with its rows.
  if (given.length > 0)
    for (const { dbColumn } of [...keys, ...columns])
      if (!types.has(dbColumn)) {
        const names = [...types.keys()].slice(0, 20).join(', ');
        throw new MappingProblem(`The query has no column ${dbColumn}. It has ${names || 'none'}.`);
      }
  return columns.map(({ dbColumn }) => types.get(dbColumn) ?? 'unknown');
}

function* cellsOf(rows: readonly (readonly Cell[])[], index: number): Generator<Cell> {
  for (const row of rows) yield row[index];
}

function problemsOf(counts: ReconcileCounts, { allowOnlyIn }: Pick<ReconcilePlan, 'allowOnlyIn'>): number {
  const { different, duplicatesInApi, duplicatesInDatabase, missingKeyInApi, missingKeyInDatabase } = counts;
  return (
    different +
    duplicatesInApi +
    duplicatesInDatabase +
    missingKeyInApi +
    missingKeyInDatabase +
    (allowOnlyIn?.api ? 0 : counts.onlyInApi) +
    (allowOnlyIn?.database ? 0 : counts.onlyInDatabase)
  );
}

function summaryOf(counts: ReconcileCounts, plan: Pick<ReconcilePlan, 'allowOnlyIn'>): string {
  const { matched, different, onlyInApi, onlyInDatabase } = counts;
  const total = matched + onlyInApi + onlyInDatabase;
  if (problemsOf(counts, plan) === 0) {
    if (matched === 0 && total === 0) return 'Both sides have no rows.';
    return matched === 1 ? '1 row matches.' : `All ${rows(matched)} match.`;
  }
  const duplicates = counts.duplicatesInApi + counts.duplicatesInDatabase;
  const missing = counts.missingKeyInApi + counts.missingKeyInDatabase;
  const parts = [
    different > 0 && `${different} of ${rows(matched)} ${different === 1 ? 'differs' : 'differ'}`,
    onlyInApi > 0 && !plan.allowOnlyIn?.api && `${onlyInApi} only in the API`,
    onlyInDatabase > 0 && !plan.allowOnlyIn?.database && `${onlyInDatabase} only in the database`,
    duplicates > 0 && `${duplicates} with a duplicate key`,
    missing > 0 && `${missing} without a key`,
  ].filter(Boolean);
  return `${parts.join(', ')}.`;
}

const rows = (count: number): string => `${count} ${count === 1 ? 'row' : 'rows'}`;
