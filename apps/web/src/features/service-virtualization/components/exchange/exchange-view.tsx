import { Tabs } from '@mantine/core';
import type { MockExchange } from '@touchstone/contracts/service-virtualization';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatBytes, formatCount, formatDuration } from '../../../../shared/format.ts';
import { CodeEditor } from '../../../../ui/code-editor/code-editor.tsx';
import { StatusGlyph, StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { outcomeLooks, shownBody, whyOf } from '../../model/exchange.ts';
import { virtualizationPaths } from '../../paths.ts';
import { Differences } from './differences.tsx';
import classes from './exchange.module.css';
import { NearMisses } from './near-misses.tsx';

interface Props {
  exchange: MockExchange;
  /** Buttons next to a near miss. */
  missActions?: ((assetId: string) => ReactNode) | undefined;
  /** Whether the request is shown as well; false if it was typed next to it. */
  withRequest?: boolean;
}

/** ExchangeView shows a call with its response, what responded and why, and what nearly matched. */
export function ExchangeView({ exchange, missActions, withRequest = true }: Props) {
  const { response, nearMisses, violations, notes } = exchange;
  const first = exchange.by === 'none' && nearMisses.length > 0 ? 'misses' : 'response';
  return (
    <div className={classes.view}>
      <Outcome exchange={exchange} />
      {notes.length > 0 || violations.length > 0 ? (
        <ul className={classes.notes} aria-label="Problems of this call">
          {notes.map((note) => (
            <li key={note}>
              <StatusGlyph status="error" size={13} decorative />
              <span>{note}</span>
            </li>
          ))}
          {violations.map(({ in: where, place, message }) => (
            <li key={`${where} ${place} ${message}`}>
              <StatusGlyph status="flaky" size={13} decorative />
              <span>
                {where === 'request' ? 'Request' : 'Response'} <code className="mono">{place}</code>: {message}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <Tabs key={first} defaultValue={first} keepMounted={false} className={classes.tabs}>
        <Tabs.List>
          <Tabs.Tab value="response">Response</Tabs.Tab>
          {withRequest ? <Tabs.Tab value="request">Request</Tabs.Tab> : null}
          {exchange.why.length > 0 ? <Tabs.Tab value="why">Matchers</Tabs.Tab> : null}
          {nearMisses.length > 0 ? (
            <Tabs.Tab value="misses">
              Near misses <span className="dim num">{formatCount(nearMisses.length)}</span>
            </Tabs.Tab>
          ) : null}
        </Tabs.List>
        <Tabs.Panel value="response">
          {response.fault ? (
            <p className={classes.pad}>The connection breaks: {response.fault}.</p>
          ) : (
            <Message label="Response body" headers={response.headers} body={response.body} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="request">
          <Message label="Request body" headers={exchange.request.headers} body={exchange.request.body} />
        </Tabs.Panel>
        <Tabs.Panel value="why">
          <Differences label="Matchers of the asset" differences={exchange.why} />
        </Tabs.Panel>
        <Tabs.Panel value="misses">
          <NearMisses misses={nearMisses} actions={missActions} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

function Outcome({ exchange }: { exchange: MockExchange }) {
  const { by, assetId, assetName, response, scenario, scope } = exchange;
  const { status, word } = outcomeLooks[by];
  return (
    <div className={classes.outcome}>
      <div className={classes.facts}>
        <StatusLabel status={status}>{word}</StatusLabel>
        <span className="mono num">{response.fault ?? response.status}</span>
        {response.delayMs > 0 ? <span className="dim num">{`delay ${formatDuration(response.delayMs)}`}</span> : null}
        <span className="dim num">{formatBytes(response.body.sizeBytes)}</span>
        {assetId ? (
          <Link className="link ellipsis" to={virtualizationPaths.asset(assetId)}>
            {assetName}
          </Link>
        ) : null}
      </div>
      <p className="dim">
        {whyOf(exchange)}
        {scenario ? ` Scenario ${scenario.name}: ${scenario.from} → ${scenario.to}.` : ''}
        {scope ? ` State of ${scope}.` : ''}
      </p>
    </div>
  );
}

interface MessageProps {
  label: string;
  headers: MockExchange['response']['headers'];
  body: MockExchange['response']['body'];
}

function Message({ label, headers, body }: MessageProps) {
  const shown = shownBody(body.text, headers);
  return (
    <div className={classes.message}>
      {headers.length > 0 ? (
        <dl className={classes.headers}>
          {headers.map(({ name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one name may come several times, and the list does not change
            <div key={`${name} ${index}`}>
              <dt>{name}</dt>
              <dd className="mono">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {body.sizeBytes === 0 ? (
        <p className="dim">Empty body</p>
      ) : (
        <div className={classes.body}>
          <CodeEditor label={label} language={shown.language} value={shown.text} readOnly wrap />
        </div>
      )}
      {body.isBase64 && body.sizeBytes > 0 ? <p className="dim">Binary, shown as Base64.</p> : null}
      {body.isCut ? <p className="dim">Only the beginning of the body is kept.</p> : null}
    </div>
  );
}
