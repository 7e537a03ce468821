import type { Violation } from '@touchstone/contracts/web-testing';
import { inOrder } from '../../../../ui/in-order.tsx';
import classes from '../baselines/baselines.module.css';

/**
 * Violations lists the accessibility rules that a page violates, each with its elements and a link to the
 * documentation.
 */
export function Violations({ violations }: { violations: readonly Violation[] }) {
  if (violations.length === 0) return null;
  return (
    <section>
      <h2>Accessibility</h2>
      <ul className={classes.violations}>
        {violations.map(({ rule, impact, help, helpUrl, elements, count }) => (
          <li key={rule}>
            <h3>{help}</h3>
            <span className="dim">
              {impact} · {count} {count === 1 ? 'element' : 'elements'} ·{' '}
            </span>
            <a className="link" href={helpUrl} target="_blank" rel="noreferrer">
              {rule}
            </a>
            <ul>
              {inOrder(elements, ({ selector, snippet }) => (
                <li className={classes.element}>
                  <div className="mono">{selector}</div>
                  <div className="mono dim">{snippet}</div>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
