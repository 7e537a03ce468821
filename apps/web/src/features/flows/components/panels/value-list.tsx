import { inOrder } from '../../../../ui/in-order.tsx';
import classes from './panels.module.css';

/** Further rows are counted, not rendered. */
const maxRows = 100;
type Row = Record<string, unknown>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const rowsOf = (value: unknown): Row[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.every(isRow) ? value : undefined;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** ValueList shows values by name: rows as tables, everything else as JSON. */
export function ValueList({ title, values }: { title: string; values: Readonly<Record<string, unknown>> }) {
  const tables = Object.entries(values).flatMap(([name, value]) => {
    const rows = rowsOf(value);
    return rows ? [{ name, rows }] : [];
  });
  const rest = Object.fromEntries(Object.entries(values).filter(([, value]) => rowsOf(value) === undefined));
  return (
    <>
      <h3 className="eyebrow">{title}</h3>
      {Object.keys(rest).length > 0 ? <pre className={classes.values}>{JSON.stringify(rest, null, 2)}</pre> : null}
      {tables.map(({ name, rows }) => (
        <RowTable key={name} name={name} rows={rows} />
      ))}
    </>
  );
}

function RowTable({ name, rows }: { name: string; rows: readonly Row[] }) {
  const shown = rows.slice(0, maxRows);
  const columns = [...new Set(shown.flatMap((row) => Object.keys(row)))];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className={classes.rows} tabIndex={0} aria-label={`Rows of ${name}`}>
      <table>
        <caption>
          {name}: {rows.length === 1 ? '1 row' : `${rows.length} rows`}
          {rows.length > maxRows ? `, the first ${maxRows} shown` : ''}
        </caption>
        <thead>
          <tr>
            {inOrder(columns, (column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {inOrder(shown, (row) => (
            <tr>
              {inOrder(columns, (column) => (
                <td title={textOf(row[column])}>{textOf(row[column])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
