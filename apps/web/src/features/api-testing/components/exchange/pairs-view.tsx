import classes from './exchange.module.css';

/** PairsView lists names and values. */
export function PairsView({ pairs, none }: { pairs: readonly (readonly [string, string])[]; none: string }) {
  if (pairs.length === 0) return <p className={classes.note}>{none}</p>;
  return (
    <table className={`${classes.pairs} mono`}>
      <tbody>
        {pairs.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: headers may repeat and do not move
          <tr key={index}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
