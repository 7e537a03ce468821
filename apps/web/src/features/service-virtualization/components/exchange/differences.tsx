import type { MockExchange } from '@touchstone/contracts/service-virtualization';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { operatorWord, partWord } from '../../model/exchange.ts';
import classes from './exchange.module.css';

interface Props {
  label: string;
  differences: MockExchange['why'];
}

/** Differences shows what each matcher expected next to the request's value; differences come first. */
export function Differences({ label, differences }: Props) {
  const sorted = [...differences].sort((one, other) => Number(one.isMatch) - Number(other.isMatch));
  return (
    <div className={classes.scroll}>
      <table className={classes.differences} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Result</span>
            </th>
            <th scope="col">Matcher</th>
            <th scope="col">Expected</th>
            <th scope="col">Request has</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ part, name, operator, expected, actual, isMatch }) => (
            <tr key={`${part} ${name} ${operator} ${expected}`} data-match={isMatch || undefined}>
              <td>
                <StatusGlyph status={isMatch ? 'passed' : 'failed'} size={13} decorative />
                <span className="visually-hidden">{isMatch ? 'Matches' : 'Differs'}</span>
              </td>
              <td>
                {partWord(part)}{' '}
                {name && name !== part && !/^\d+$/.test(name) ? <code className="mono">{`${name} `}</code> : null}
                <span className="dim">{operatorWord(operator)}</span>
              </td>
              <td>
                <code className={classes.side}>{expected}</code>
              </td>
              <td>
                {actual === null ? (
                  <span className="dim">Missing</span>
                ) : (
                  <code className={classes.side} data-differs={!isMatch || undefined}>
                    {actual}
                  </code>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
