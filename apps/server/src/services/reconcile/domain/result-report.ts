import type { ReconcileCounts, RowDifference } from '@touchstone/contracts/reconcile';
import type { ReportBlock } from '@touchstone/report';

type Shown = Pick<RowDifference, 'kind' | 'key' | 'side' | 'cells'>;
type Table = Extract<ReportBlock, { type: 'table' }>;

const countTitles: [keyof ReconcileCounts, string][] = [
  ['apiRows', 'Rows in the API'],
  ['databaseRows', 'Rows in the database'],
  ['matched', 'Matched'],
  ['equal', 'Equal'],
  ['different', 'Different'],
  ['onlyInApi', 'Only in API'],
  ['onlyInDatabase', 'Only in database'],
  ['duplicatesInApi', 'Duplicate keys in the API'],
  ['duplicatesInDatabase', 'Duplicate keys in the database'],
  ['missingKeyInApi', 'Without key in the API'],
  ['missingKeyInDatabase', 'Without key in the database'],
];

const none = '–';
const keyOf = ({ key }: Shown): string => key.map((part) => part ?? none).join(' · ');

/**
 * resultBlocks returns the parts of a reconciliation's report: a summary, and a table for each kind of difference, each
 * on its own sheet.
 */
export function resultBlocks(
  result: { summary: string; counts: ReconcileCounts; byColumn: { column: string; count: number }[]; notes: string[] },
  differences: readonly Shown[],
): ReportBlock[] {
  const of = (kind: Shown['kind']) => differences.filter((one) => one.kind === kind);
  const { counts } = result;
  return [
    ...(result.notes.length > 0 ? [{ type: 'text' as const, tone: 'warning' as const, lines: result.notes }] : []),
    {
      type: 'table',
      title: 'Summary',
      sheet: 'Summary',
      columns: ['Result', result.summary],
      rows: [
        ...countTitles.map(([name, title]) => [title, String(counts[name])]),
        ...result.byColumn.map(({ column, count }) => [`Different in ${column}`, String(count)]),
      ],
    },
    {
      type: 'table',
      title: titleOf('Differences', of('different'), counts.different),
      sheet: 'Differences',
      columns: ['Key', 'Column', 'API', 'Database', 'Rule'],
      rows: of('different').flatMap((one) =>
        one.cells
          .filter(({ isEqual }) => !isEqual)
          .map(({ column, api, database, rule }) => [keyOf(one), column, api ?? none, database ?? none, rule]),
      ),
    },
    oneSided('Only in API', of('onlyInApi'), counts.onlyInApi, 'api'),
    oneSided('Only in database', of('onlyInDatabase'), counts.onlyInDatabase, 'database'),
    ...oddKeys([...of('duplicateKey'), ...of('missingKey')]),
  ];
}

const titleOf = (title: string, kept: readonly Shown[], total: number): string =>
  kept.length < total ? `${title}: the first ${kept.length} of ${total}` : title;

function oneSided(title: string, rows: readonly Shown[], total: number, side: 'api' | 'database'): Table {
  const columns = rows[0]?.cells.map(({ column }) => column) ?? [];
  return {
    type: 'table',
    title: titleOf(title, rows, total),
    sheet: title,
    columns: ['Key', ...columns],
    rows: rows.map((one) => [keyOf(one), ...one.cells.map((cell) => cell[side] ?? none)]),
  };
}

function oddKeys(rows: readonly Shown[]): Table[] {
  if (rows.length === 0) return [];
  return [
    {
      type: 'table',
      title: 'Keys',
      sheet: 'Keys',
      columns: ['Problem', 'Side', 'Key', 'Values'],
      rows: rows.map((one) => [
        one.kind === 'duplicateKey' ? 'Duplicate' : 'Missing',
        one.side === 'api' ? 'API' : 'Database',
        keyOf(one),
        one.cells.map(({ column, api, database }) => `${column}: ${api ?? database ?? none}`).join(', '),
      ]),
    },
  ];
}
