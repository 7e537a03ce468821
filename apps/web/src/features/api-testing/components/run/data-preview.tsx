import type { DataFile } from '@touchstone/contracts/workspaces';
import { formatCount } from '../../../../shared/format.ts';
import classes from './data-rows.module.css';

/** DataPreview shows the first rows of a data file; columns whose variable a script uses are marked. */
export function DataPreview({ file }: { file: DataFile }) {
  const { columns, preview, rowCount } = file;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section className={classes.preview} aria-label="First rows of the file" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col" className="num">
              <span className="visually-hidden">Row</span>
            </th>
            {columns.map(({ name, isUsed }) => (
              <th key={name} scope="col" data-used={isUsed || undefined}>
                {name}
                {isUsed ? <span className="visually-hidden"> (used)</span> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is what stands at its place
            <tr key={index}>
              <td className="num dim">{index + 1}</td>
              {columns.map(({ name }) => (
                <td key={name} title={row[name]}>
                  {row[name]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rowCount > preview.length ? (
        <p className="dim num">… and {formatCount(rowCount - preview.length)} more</p>
      ) : null}
    </section>
  );
}
