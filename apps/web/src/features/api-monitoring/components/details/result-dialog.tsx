import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MonitorResult } from '@touchstone/contracts/api-monitoring';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDuration, formatExact } from '../../../../shared/format.ts';
import { Late, Problem } from '../../../../ui/page.tsx';
import { type Status, statusWords } from '../../../../ui/status/status.ts';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { resultQuery, stepsQuery } from '../../api/results.queries.ts';
import classes from './details.module.css';
import outcome from './outcome.module.css';
import { DetailView, PhasesView } from './outcome-view.tsx';
import { VerdictLabel } from './verdict-label.tsx';

/** ResultDialog shows a check: its result and what led to it. */
export function ResultDialog({ resultId, onClose }: { resultId: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(resultQuery(resultId));
  return (
    <Modal
      opened
      onClose={onClose}
      title={data ? `Check at ${formatExact(data.at)}` : 'Check'}
      size={760}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {error && !data ? <Problem error={error} onRetry={() => void refetch()} /> : null}
      {data ? <ResultView result={data} /> : <Late>Loading…</Late>}
    </Modal>
  );
}

/** ResultView is a check with its phases, assertions, request, response and certificate, if stored. */
export function ResultView({ result }: { result: MonitorResult }) {
  const { durationMs, statusCode, region, attempt, code, message, phases, detail, runId, resultId } = result;
  const facts: [string, ReactNode][] = [
    ['Result', <VerdictLabel key="verdict" result={result} />],
    ['Response time', durationMs === null ? '–' : formatDuration(durationMs)],
    ['Status code', statusCode ?? '–'],
    ['Region', region || 'Any runner'],
    ['Attempt', attempt],
    ['Code', code ? <code key="code">{code}</code> : '–'],
  ];
  return (
    <div className={classes.result}>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {message ? <p>{message}</p> : null}
      {Object.keys(phases).length > 0 ? <PhasesView phases={phases} /> : null}
      {runId ? <Steps resultId={resultId} /> : null}
      {detail ? (
        <DetailView detail={detail} />
      ) : runId ? null : (
        <p className="dim">Request and response are kept for checks that aren't up.</p>
      )}
    </div>
  );
}

const isStatus = (status: string): status is Status => status in statusWords;

function Steps({ resultId }: { resultId: string }) {
  const { data, error } = useQuery(stepsQuery(resultId));
  if (error) return <p className="dim">{error.message}</p>;
  if (!data) return null;
  return (
    <section className={outcome.part} aria-label="Steps">
      <h3>Steps</h3>
      <ul className={outcome.findings}>
        {data.steps.map(({ title, status, durationMs, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps of one title come several times
          <Fragment key={index}>
            <li>
              {isStatus(status) ? <StatusGlyph status={status} size={13} /> : <span>{status}</span>}
              <span>
                {title}
                {durationMs === null ? null : <span className="dim num">{` ${formatDuration(durationMs)}`}</span>}
                {message ? <span className={outcome.note}>{message}</span> : null}
              </span>
            </li>
          </Fragment>
        ))}
      </ul>
      {data.runLink ? (
        <Link className="link" to={data.runLink}>
          Open run
        </Link>
      ) : (
        <p className="dim">The run is deleted.</p>
      )}
    </section>
  );
}
