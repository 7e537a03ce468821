import type { DifferenceKind, RowDifference } from '@touchstone/contracts/reconcile';
import classes from './reconcile.module.css';

/** Display names of the kinds of differences. */
export const kindWords: Record<DifferenceKind, string> = {
  different: 'Different',
  onlyInApi: 'Only in API',
  onlyInDatabase: 'Only in database',
  duplicateKey: 'Duplicate key',
  missingKey: 'Missing key',
};
const none = '–';

/**
 * DifferenceTable shows rows with the values of both sides next to each other; differing ones are marked with the
 * reason.
 */
export function DifferenceTable({ rows }: { rows: readonly RowDifference[] }) {
  return (
    <section className={classes.scroll} aria-label="Differences">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Column</th>
            <th scope="col">API</th>
            <th scope="col">Database</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>{rows.map((row) => linesOf(row))}</tbody>
      </table>
    </section>
  );
}

function linesOf({ position, kind, key, side, cells }: RowDifference) {
  const text = key.map((part) => part ?? none).join(' · ');
  const where = side === undefined ? '' : side === 'api' ? ' in the API' : ' in the database';
  const shown = cells.length > 0 ? cells : [{ column: '', api: null, database: null, isEqual: false, rule: '' }];
  return shown.map(({ column, api, database, isEqual, rule }, index) => (
    <tr key={`${position}.${column}`}>
      {index === 0 ? (
        <th scope="rowgroup" rowSpan={shown.length} className="mono">
          {text}
        </th>
      ) : null}
      <td>{column}</td>
      <td className={`mono ${kind === 'different' && !isEqual ? classes.differs : ''}`}>{api ?? none}</td>
      <td className={`mono ${kind === 'different' && !isEqual ? classes.differs : ''}`}>{database ?? none}</td>
      <td className={isEqual ? 'dim' : ''}>
        {kind === 'different' ? (isEqual ? 'Equal' : rule) : index === 0 ? `${kindWords[kind]}${where}` : ''}
      </td>
    </tr>
  ));
}
