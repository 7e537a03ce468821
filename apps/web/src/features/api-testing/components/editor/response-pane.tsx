import { Button, Loader } from '@mantine/core';
import type { StepDetail } from '@touchstone/contracts/api-testing';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatBytes, formatCount, formatDuration } from '../../../../shared/format.ts';
import { keyParts } from '../../../../shared/hotkeys.ts';
import { later, usePrepared } from '../../../../ui/later/later.tsx';
import { Late } from '../../../../ui/page.tsx';
import { statusWords } from '../../../../ui/status/status.ts';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { apiTestingKeys } from '../../hotkeys.ts';
import type { LiveResponse } from '../../model/run/live-response.ts';
import { apiTestingPaths } from '../../paths.ts';
import exchange from '../exchange/exchange.module.css';
import report from '../report/report.module.css';
import classes from './editor.module.css';
import type { ResponseActions } from './use-response-actions.ts';

const ExchangeTabs = later(async () => (await import('../exchange/exchange-tabs.tsx')).ExchangeTabs);
const EventsView = later(async () => (await import('../exchange/events-view.tsx')).EventsView);
const views = [ExchangeTabs, EventsView];

interface Props {
  response: StepDetail | null;
  failure: string | null;
  sending: boolean;
  /** The open event stream. */
  live: LiveResponse | null;
  projectId: string | undefined;
  /** What the user can create from the response. */
  actions: ResponseActions | undefined;
  /** Menu of earlier responses. */
  history: ReactNode;
}

/** ResponsePane is the response to the last sent request. */
export function ResponsePane({ response, failure, sending, live, projectId, actions, history }: Props) {
  usePrepared(views);
  if (live) return <LivePane live={live} />;
  if (sending)
    return (
      <div className={classes.response} data-tour="response" aria-busy>
        <div className={classes.idle}>
          <Late>
            <span className="row">
              <Loader size={16} /> Sending…
            </span>
          </Late>
        </div>
      </div>
    );
  if (failure)
    return (
      <div className={classes.response} data-tour="response">
        <div className={classes.answer}>
          <span className="grow" />
          {history}
        </div>
        <div className={report.message} role="alert">
          {failure}
        </div>
      </div>
    );
  if (!response)
    return (
      <div className={classes.response} data-tour="response">
        <div className={classes.idle}>
          <p>
            Press Send or{' '}
            {keyParts(apiTestingKeys.send.keys).map((part) => (
              <kbd key={part} style={{ marginRight: 2 }}>
                {part}
              </kbd>
            ))}{' '}
            to see the response here.
          </p>
          {history}
        </div>
      </div>
    );
  const answer = response.exchange?.response;
  return (
    <section className={classes.response} data-tour="response" aria-label="Response">
      <div className={classes.answer} role="status">
        <span className={exchange.status}>
          <StatusGlyph status={response.status} size={16} />
          {answer ? `${answer.status} ${answer.statusText}` : statusWords[response.status]}
        </span>
        <span className="mono num dim">
          {formatDuration(response.exchange?.timing?.totalMs ?? response.durationMs)}
        </span>
        {answer ? <span className="mono num dim">{formatBytes(answer.body.sizeBytes)}</span> : null}
        {answer ? <span className="dim">HTTP/{answer.httpVersion.replace(/^HTTP\//i, '')}</span> : null}
        <span className="grow" />
        {answer && actions ? (
          <>
            <Button variant="subtle" size="compact-sm" onClick={actions.suggest}>
              Suggest assertions
            </Button>
            <Button variant="subtle" size="compact-sm" onClick={actions.saveExample}>
              Save as example
            </Button>
          </>
        ) : null}
        {history}
        {answer?.remoteAddress ? <span className="mono dim ellipsis">{answer.remoteAddress}</span> : null}
      </div>
      {response.error ? (
        <div className={report.message} role="alert">
          {response.error.message} <code>{response.error.code}</code>
          {response.error.code === 'UNRESOLVED_VARIABLE' ? (
            <div className="sentence">
              <Link className="link" to={apiTestingPaths.environments(projectId)}>
                Open environments
              </Link>
            </div>
          ) : null}
        </div>
      ) : null}
      {response.unresolved.length > 0 && response.error?.code !== 'UNRESOLVED_VARIABLE' ? (
        <div className={`${report.message} sentence`} style={{ borderLeftColor: 'var(--warn)' }}>
          No value for {response.unresolved.map((item) => `{{${item.name}}} (${item.place})`).join(', ')}. Define it in{' '}
          <Link className="link" to={apiTestingPaths.environments(projectId)}>
            an environment
          </Link>{' '}
          or choose one that has it.
        </div>
      ) : null}
      <div className="grow" style={{ minHeight: 0 }}>
        <ExchangeTabs
          key={response.startedAt ?? ''}
          detail={response}
          initial={response.status === 'failed' ? 'assertions' : 'body'}
          order="editor"
          actions={actions}
        />
      </div>
    </section>
  );
}

/** An open event stream: its status, and its events as they arrive. */
function LivePane({ live: { head, events, count } }: { live: LiveResponse }) {
  return (
    <section className={classes.response} data-tour="response" aria-label="Response">
      <div className={classes.answer}>
        <span className={exchange.status}>
          <StatusGlyph status="running" size={16} />
          {head.status} {head.statusText}
        </span>
        <span className="num dim">{count === 1 ? '1 event' : `${formatCount(count)} events`}</span>
      </div>
      <div className="grow" style={{ minHeight: 0 }}>
        <EventsView events={events} count={count} isOpen />
      </div>
    </section>
  );
}
