import type { CheckOutcome, MonitorExchange, Phases, SeenCertificate } from '@touchstone/contracts/api-monitoring';
import { Fragment, type ReactNode } from 'react';
import { formatBytes, formatDay, formatDuration } from '../../../../shared/format.ts';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import classes from './outcome.module.css';

const phaseNames: [keyof Phases, string][] = [
  ['dnsMs', 'DNS lookup'],
  ['connectMs', 'TCP connection'],
  ['tlsMs', 'TLS handshake'],
  ['firstByteMs', 'Waiting'],
  ['downloadMs', 'Download'],
];

/** PhasesView draws the phases of a check in sequence. */
export function PhasesView({ phases }: { phases: Phases }) {
  const shown = phaseNames.flatMap(([key, name]) => {
    const value = phases[key];
    return value === undefined ? [] : [{ key, name, value }];
  });
  if (shown.length === 0) return <p className="dim">No timing.</p>;
  const whole = Math.max(
    shown.reduce((sum, { value }) => sum + value, 0),
    0.001,
  );
  const starts = shown.map((_, index) => shown.slice(0, index).reduce((sum, { value }) => sum + value, 0));
  return (
    <div className={classes.phases}>
      {shown.map(({ key, name, value }, index) => (
        <Fragment key={key}>
          <span>{name}</span>
          <span className={classes.track} aria-hidden>
            <span
              className={classes.span}
              style={{ left: `${((starts[index] ?? 0) / whole) * 100}%`, width: `${(value / whole) * 100}%` }}
            />
          </span>
          <span className="mono num">{formatDuration(value)}</span>
        </Fragment>
      ))}
    </div>
  );
}

type Detail = Pick<CheckOutcome, 'findings' | 'exchange' | 'certificate' | 'values'>;

/** DetailView shows the details of a check: assertions, records, certificate, request and response. */
export function DetailView({ detail: { findings, exchange, certificate, values } }: { detail: Detail }) {
  return (
    <>
      {findings.length > 0 ? (
        <Part title="Assertions">
          <ul className={classes.findings}>
            {findings.map(({ name, passed, message }) => (
              <li key={name}>
                <StatusGlyph status={passed ? 'passed' : 'failed'} size={13} />
                <span>
                  {name}
                  {message ? <span className={classes.note}>{message}</span> : null}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
      {values.length > 0 ? (
        <Part title="Values">
          <ul className={`${classes.values} mono`}>
            {values.map((value) => (
              <li key={value}>{value}</li>
            ))}
          </ul>
        </Part>
      ) : null}
      {certificate ? <CertificateView certificate={certificate} /> : null}
      {exchange ? <ExchangeView exchange={exchange} /> : null}
    </>
  );
}

function CertificateView({ certificate }: { certificate: SeenCertificate }) {
  const { subject, issuer, validFrom, validTo, daysLeft, fingerprint, names, chain } = certificate;
  const facts: [string, ReactNode][] = [
    ['Subject', subject],
    ['Issuer', issuer],
    ['Valid', `${formatDay(validFrom)} to ${formatDay(validTo)}`],
    ['Days left', String(daysLeft)],
    ['Names', names.join(', ')],
    ['Fingerprint', <code key="fingerprint">{fingerprint}</code>],
    ['Chain', chain.join(' → ')],
  ];
  return (
    <Part title="Certificate">
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </Part>
  );
}

function ExchangeView({ exchange: { request, response } }: { exchange: MonitorExchange }) {
  return (
    <>
      {request ? (
        <Part title="Request">
          <p className="mono">{`${request.method} ${request.url}`}</p>
          <Headers pairs={request.headers} />
          <Body text={request.body} />
        </Part>
      ) : null}
      {response ? (
        <Part
          title="Response"
          note={[
            response.status === null ? '' : `Status ${response.status}`,
            response.sizeBytes === null ? '' : formatBytes(response.sizeBytes),
            response.isCut ? 'Body cut' : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        >
          <Headers pairs={response.headers} />
          <Body text={response.body} />
        </Part>
      ) : null}
    </>
  );
}

function Headers({ pairs }: { pairs: readonly (readonly [string, string])[] }) {
  if (pairs.length === 0) return null;
  return (
    <details>
      <summary>{`Headers ${pairs.length}`}</summary>
      <dl className={`${classes.facts} mono`}>
        {pairs.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a header may come several times
          <Fragment key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}

function Body({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <section
      className={`${classes.body} mono`}
      aria-label="Body"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
      tabIndex={0}
    >
      {text}
    </section>
  );
}

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h3>
        {title}
        {note ? <span className={`${classes.partNote} dim`}>{note}</span> : null}
      </h3>
      {children}
    </section>
  );
}
