import { Tabs } from '@mantine/core';
import type { StepDetail } from '@touchstone/contracts/api-testing';
import { type ReactNode, useState } from 'react';
import { formatDuration } from '../../../../shared/format.ts';
import { MethodWord } from '../../../../ui/status/method-word.tsx';
import { eventsOf } from '../../model/run/live-response.ts';
import { AssertionsView } from './assertions-view.tsx';
import { AttemptsView } from './attempts-view.tsx';
import { BodyView } from './body-view.tsx';
import { EventsView } from './events-view.tsx';
import classes from './exchange.module.css';
import { LogView } from './log-view.tsx';
import { PairsView } from './pairs-view.tsx';
import { TimingView } from './timing-view.tsx';
import type { ValueActions } from './value-actions.ts';

interface Props {
  detail: StepDetail;
  /** The initially open tab. */
  initial: 'body' | 'assertions';
  /** Which tab comes first: the body in the editor, the assertions in a report. */
  order: 'editor' | 'report';
  actions?: ValueActions | undefined;
  loadBody?: ((side: 'request' | 'response') => Promise<Response>) | undefined;
  /** Additional tabs, such as effects of the step in other services. */
  more?: readonly ExchangeTab[];
}

/** A tab of an exchange. */
export interface ExchangeTab {
  id: string;
  label: string;
  count?: string | undefined;
  content: () => ReactNode;
}

function listTabs({ detail, order, actions, loadBody, more = [] }: Props): ExchangeTab[] {
  const { exchange, assertions } = detail;
  const request = exchange?.request;
  const response = exchange?.response;
  const passed = assertions.filter((item) => item.status === 'passed').length;
  const load = (side: 'request' | 'response') => (loadBody ? () => loadBody(side) : undefined);
  const body: ExchangeTab = {
    id: 'body',
    label: order === 'editor' ? 'Body' : 'Response',
    content: () => <BodyView label="Response body" body={response?.body} load={load('response')} actions={actions} />,
  };
  const asserted: ExchangeTab = {
    id: 'assertions',
    label: 'Assertions',
    count: assertions.length > 0 ? `${passed}/${assertions.length}` : undefined,
    content: () => <AssertionsView results={assertions} />,
  };
  const sent: ExchangeTab = {
    id: 'request',
    label: 'Request',
    content: () => (
      <>
        {request ? (
          <div className={`${classes.url} mono`}>
            <MethodWord method={request.method} />
            <span>{request.url}</span>
          </div>
        ) : null}
        <PairsView pairs={request?.headers ?? []} none="No request was sent." />
        {request?.body?.sizeBytes ? (
          <div style={{ height: 280 }}>
            <BodyView label="Request body" body={request.body} load={load('request')} />
          </div>
        ) : null}
      </>
    ),
  };
  const headers: ExchangeTab = {
    id: 'headers',
    label: 'Headers',
    count: response ? String(response.headers.length) : undefined,
    content: () => <PairsView pairs={response?.headers ?? []} none="No response." />,
  };
  const main = order === 'editor' ? [body, headers, asserted, sent] : [asserted, sent, body, headers];
  return [...eventTabs(response?.body), ...main, ...more, ...listFurtherTabs(detail)];
}

/** The events of a body that is an event stream. */
function eventTabs(body: { text?: string | undefined; contentType?: string | undefined } | undefined): ExchangeTab[] {
  if (body?.text === undefined || !/^\s*text\/event-stream\b/i.test(body.contentType ?? '')) return [];
  const read = eventsOf(body.text);
  return [{ id: 'events', label: 'Events', count: String(read.count), content: () => <EventsView {...read} /> }];
}

/** Tabs that only some steps have, and that are used less often. */
function listFurtherTabs(detail: StepDetail): ExchangeTab[] {
  const { exchange, extracted, logs, earlierAttempts } = detail;
  const tabs: ExchangeTab[] = [
    {
      id: 'timing',
      label: 'Timing',
      content: () => <TimingView timing={exchange?.timing} stream={exchange?.response?.stream} />,
    },
    {
      id: 'extracted',
      label: 'Extracted',
      count: extracted.length > 0 ? String(extracted.length) : undefined,
      content: () => (
        <PairsView
          pairs={extracted.map((item) => [item.name, item.found ? item.value : (item.message ?? 'Not found')] as const)}
          none="No extracted values. Add a data handler to save one for later requests."
        />
      ),
    },
  ];
  if (exchange?.redirects.length)
    tabs.push({
      id: 'redirects',
      label: 'Redirects',
      count: String(exchange.redirects.length),
      content: () => (
        <PairsView
          pairs={exchange.redirects.map(
            (hop) =>
              [
                `${hop.status} · ${formatDuration(hop.durationMs)}`,
                `${hop.method} ${hop.url} → ${hop.location}`,
              ] as const,
          )}
          none=""
        />
      ),
    });
  const { certificate } = exchange ?? {};
  if (certificate)
    tabs.push({
      id: 'certificate',
      label: 'Certificate',
      content: () => (
        <PairsView
          none=""
          pairs={[
            ['Subject', certificate.subject],
            ['Issuer', certificate.issuer],
            ['Valid', `${certificate.validFrom} – ${certificate.validTo} (${certificate.daysLeft} days left)`],
            ['Protocol', certificate.protocol],
            ['Cipher', certificate.cipher],
          ]}
        />
      ),
    });
  if (earlierAttempts?.length)
    tabs.unshift({
      id: 'attempts',
      label: 'Attempts',
      count: String(earlierAttempts.length + 1),
      content: () => <AttemptsView earlier={earlierAttempts} last={detail} />,
    });
  if (logs?.length)
    tabs.push({ id: 'log', label: 'Log', count: String(logs.length), content: () => <LogView lines={logs} /> });
  return tabs;
}

/** ExchangeTabs shows an executed step: body, headers, assertions, request, timing and extracted values. */
export function ExchangeTabs(props: Props) {
  const [tab, setTab] = useState<string | null>(null);
  const items = listTabs(props);
  const wanted = tab ?? (props.initial === 'body' && items[0]?.id === 'events' ? 'events' : props.initial);
  const open = items.find((item) => item.id === wanted) ?? items[0]!;
  return (
    <Tabs value={open.id} onChange={(value) => value && setTab(value)} className={classes.pane}>
      <Tabs.List className={classes.tabs}>
        {items.map((item) => (
          <Tabs.Tab key={item.id} value={item.id}>
            {item.label}
            {item.count ? <span className={classes.count}>{item.count}</span> : null}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {/* The scrollable part is focusable, so that long lists can be scrolled by keyboard. */}
      <Tabs.Panel value={open.id} className={classes.scroll} tabIndex={0}>
        {open.content()}
      </Tabs.Panel>
    </Tabs>
  );
}
