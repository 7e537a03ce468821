import { ActionIcon, Tabs } from '@mantine/core';
import type { HarEntry, HarSocket } from '@touchstone/engine-browser/core';
import { Copy, X } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatExact } from '../../../../shared/format.ts';
import { Tip } from '../../../../ui/tip/tip.tsx';
import { BodyView, PairsView, TimingView } from '../../../api-testing/index.ts';
import { copyText } from '../../model/live/element-facts.ts';
import { type NetworkRow, timingOf } from '../../model/recordings/network-rows.ts';
import classes from './recordings.module.css';

type Pairs = HarEntry['request']['headers'];
const pairsOf = (pairs: Pairs | undefined) => (pairs ?? []).map(({ name, value }) => [name, value] as const);

/** Names of WebSocket close codes (RFC 6455 §7.4.1). */
const closeWords: Readonly<Record<number, string>> = {
  1000: 'Normal',
  1001: 'Going away',
  1002: 'Protocol error',
  1003: 'Unsupported data',
  1005: 'No code',
  1006: 'Connection lost',
  1007: 'Invalid data',
  1008: 'Policy violation',
  1009: 'Message too big',
  1011: 'Server error',
};

/**
 * RequestDetails shows everything the log has about a request: what was sent and received, and how long each phase
 * took.
 */
export function RequestDetails({ row, onClose }: { row: NetworkRow; onClose: () => void }) {
  const { method, url, error, entry } = row;
  return (
    <section className={classes.details} aria-label="Request">
      <header className={classes.detailsHead}>
        <h3 className="mono">
          {method} {url}
        </h3>
        <Tip label="Copy address">
          <ActionIcon aria-label="Copy address" onClick={() => void copyText(url)}>
            <Copy size={14} />
          </ActionIcon>
        </Tip>
        <ActionIcon aria-label="Close request" onClick={onClose}>
          <X size={15} />
        </ActionIcon>
      </header>
      {error === undefined ? null : (
        <p role="note" className={classes.note}>
          {error}
        </p>
      )}
      {entry._webSocket ? <SocketFacts socket={entry._webSocket} /> : <Exchange entry={entry} />}
    </section>
  );
}

/** How a WebSocket went; logs don't contain its messages. */
function SocketFacts({ socket: { openedAt, closedAt, code, sent, received } }: { socket: HarSocket }) {
  const facts: [name: string, value: string][] = [
    ['Opened', openedAt === null ? 'Never' : formatExact(openedAt)],
    ['Closed', closedAt === null ? 'Open until the end' : formatExact(closedAt)],
  ];
  if (code !== null) facts.push(['Close code', [code, closeWords[code]].filter(Boolean).join(' ')]);
  facts.push(['Messages sent', formatCount(sent)], ['Messages received', formatCount(received)]);
  return (
    <div className={classes.panel}>
      <h4>WebSocket</h4>
      <PairsView pairs={facts} none="" />
    </div>
  );
}

function Exchange({ entry }: { entry: HarEntry }) {
  const { request, response } = entry;
  const [tab, setTab] = useState<string | null>('headers');
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="headers">Headers</Tabs.Tab>
        <Tabs.Tab value="sent">Sent</Tabs.Tab>
        <Tabs.Tab value="response">Response</Tabs.Tab>
        <Tabs.Tab value="timing">Timing</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="headers" className={classes.panel}>
        <h4>{['Response headers', statusText(response)].filter(Boolean).join(' · ')}</h4>
        <PairsView pairs={pairsOf(response.headers)} none="No response headers." />
        <h4>Request headers</h4>
        <PairsView pairs={pairsOf(request.headers)} none="No request headers." />
      </Tabs.Panel>
      <Tabs.Panel value="sent" className={classes.panel}>
        <Sent request={request} />
      </Tabs.Panel>
      <Tabs.Panel value="response" className={classes.panel}>
        <Body label="Response" body={response.content} />
      </Tabs.Panel>
      <Tabs.Panel value="timing" className={classes.panel}>
        <TimingView timing={timingOf(entry)} />
      </Tabs.Panel>
    </Tabs>
  );
}

const statusText = ({ status, statusText: text, httpVersion }: HarEntry['response']): string =>
  status === 0 ? '' : [status, text, httpVersion].filter(Boolean).join(' ');

function Sent({ request: { queryString, postData } }: Pick<HarEntry, 'request'>) {
  const query = pairsOf(queryString);
  const fields = pairsOf(postData?.params);
  return (
    <>
      {query.length > 0 ? (
        <>
          <h4>Query</h4>
          <PairsView pairs={query} none="" />
        </>
      ) : null}
      {fields.length > 0 ? (
        <>
          <h4>Form fields</h4>
          <PairsView pairs={fields} none="" />
        </>
      ) : (
        <Body label="Request body" body={postData && { ...postData, size: postData.text.length }} />
      )}
    </>
  );
}

interface BodyProps {
  label: string;
  body: { size: number; mimeType: string; text?: string; comment?: string } | undefined;
}

/** A body as text, or why the log has none. */
function Body({ label, body }: BodyProps) {
  if (body?.comment) return <p className={`dim ${classes.note}`}>{body.comment}</p>;
  if (!body?.text) return <p className={`dim ${classes.note}`}>No body.</p>;
  return (
    <div className={classes.body}>
      <BodyView
        label={label}
        body={{ contentType: body.mimeType, sizeBytes: body.size, text: body.text, truncated: false }}
      />
    </div>
  );
}
