import type { AssertionResult } from '@touchstone/contracts/api-testing';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { displayValue } from '../../model/editor/value-diff.ts';
import classes from './exchange.module.css';
import { ValueDifference } from './value-difference.tsx';

const kinds: Record<string, string> = {
  status: 'Status',
  header: 'Header',
  jsonPath: 'JSON',
  xpath: 'XPath',
  body: 'Body',
  responseTime: 'Response time',
  size: 'Size',
  jsonSchema: 'JSON schema',
};

/** AssertionsView lists what was asserted, failures first, each with what was expected and what came. */
export function AssertionsView({ results }: { results: readonly AssertionResult[] }) {
  if (results.length === 0) return <p className={classes.note}>No assertions. The step passes on any response.</p>;
  const sorted = [...results].sort((a, b) => Number(a.status === 'passed') - Number(b.status === 'passed'));
  return (
    <ul className={classes.assertions}>
      {sorted.map((result, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: results have no identity and do not move
        <li key={index} className={classes.assertion}>
          <StatusGlyph status={result.status} />
          <div className={`grow ${classes.what}`}>
            <div>
              {kinds[result.kind] ?? result.kind} {result.path ? <code className="mono">{result.path}</code> : null}{' '}
              <span className="dim">{result.operator}</span>{' '}
              {result.status === 'passed' && result.expected !== undefined ? (
                <code className="mono">{displayValue(result.expected).slice(0, 200)}</code>
              ) : null}
            </div>
            {result.status === 'failed' ? (
              <>
                <div className="dim">{result.message}</div>
                {result.expected !== undefined ? (
                  <ValueDifference expected={result.expected} actual={result.actual} />
                ) : null}
              </>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
