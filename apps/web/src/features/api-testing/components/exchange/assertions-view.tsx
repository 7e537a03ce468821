import type { AssertionResult } from '@touchstone/contracts/api-testing';
import { ProofLines } from '../../../../ui/proof/proof-lines.tsx';
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
  xsd: 'XML schema',
  certificateDays: 'Certificate days',
  script: 'Test',
};

/**
 * AssertionsView lists the assertions, failures first, each with the expected and actual value, and where in the
 * response.
 */
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
            {result.status === 'failed' ? <Failure result={result} /> : <Passed result={result} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Passed({ result: { kind, path, operator, expected } }: { result: AssertionResult }) {
  if (kind === 'script') return <>Test '{path}'</>;
  return (
    <>
      {kinds[kind] ?? kind} {path ? <code className="mono">{path}</code> : null} <span className="dim">{operator}</span>{' '}
      {expected !== undefined && !isSchema({ kind, operator }) ? (
        <code className="mono">{displayValue(expected).slice(0, 200)}</code>
      ) : null}
    </>
  );
}

function Failure({ result }: { result: AssertionResult }) {
  const { message, expected, actual, faults, proof } = result;
  const isBySchema = isSchema(result);
  return (
    <>
      <div className={classes.sentence}>{faults ? firstSentence(message) : message}</div>
      {expected !== undefined && !isBySchema ? <ValueDifference expected={expected} actual={actual} /> : null}
      {faults ? <Faults faults={faults} /> : null}
      {proof ? <ProofLines proof={proof} /> : null}
    </>
  );
}

/** A schema is long, and its faults are more informative. */
const isSchema = ({ kind, operator }: Pick<AssertionResult, 'kind' | 'operator'>): boolean =>
  kind === 'jsonSchema' || kind === 'xsd' || operator === 'schema';

/** The faults are listed below, one by one. */
const firstSentence = (message: string): string => /^.*?: \d+ faults?(?=\. )/s.exec(message)?.[0] ?? message;

function Faults({ faults }: { faults: NonNullable<AssertionResult['faults']> }) {
  return (
    <ul className={classes.faults}>
      {faults.map(({ place, message, line }) => (
        <li key={`${place} ${message}`}>
          {place ? <code className="mono">{place}</code> : null} {message}
          {line === undefined || /^line /i.test(place) ? null : <span className="dim"> · line {line}</span>}
        </li>
      ))}
    </ul>
  );
}
