import type { Phases } from '@touchstone/contracts/api-testing';
import type { Har, HarEntry } from '@touchstone/engine-browser/core';

/** Kinds of requests, by what asked for them. */
export const requestKinds = {
  document: 'Pages',
  data: 'Data',
  socket: 'WebSockets',
  script: 'Scripts',
  style: 'Styles',
  image: 'Images',
  font: 'Fonts',
  media: 'Media',
  other: 'Other',
} as const;
/** What asked for a request. */
export type RequestKind = keyof typeof requestKinds;

/** As browsers call what asked for a request. */
const kinds: Readonly<Record<string, RequestKind>> = {
  document: 'document',
  fetch: 'data',
  xhr: 'data',
  eventsource: 'data',
  websocket: 'socket',
  script: 'script',
  stylesheet: 'style',
  image: 'image',
  font: 'font',
  media: 'media',
};

/** A request as the list shows it. */
export interface NetworkRow {
  key: number;
  method: string;
  url: string;
  /** The path, or the whole address where it leads elsewhere. */
  name: string;
  status: number;
  /** Shown where no status was received. */
  error: string | undefined;
  isFailed: boolean;
  type: string;
  /** In bytes; null: unknown. */
  size: number | null;
  timeMs: number;
  /** Since the first request, in milliseconds. */
  startMs: number;
  /** Until the first byte of the response, in milliseconds. */
  waitMs: number;
  /** When it began, as an instant. */
  at: number;
  kind: RequestKind;
  /** All that the log has of it. */
  entry: HarEntry;
}

/** NetworkRows are the requests of a log, with how long all of them took together. */
export interface NetworkRows {
  rows: NetworkRow[];
  totalMs: number;
}

/** Leaving a page ends what it was loading. */
const wasLeft = (error: string | undefined): boolean => /ERR_ABORTED|NS_BINDING_ABORTED/.test(error ?? '');

/** networkRows gives the requests of a log in the order in which they began. */
export function networkRows({ log: { entries } }: Har): NetworkRows {
  const home = entries[0] && originOf(entries[0].request.url);
  const first = Math.min(...entries.map(startOf));
  const rows = entries.map((entry, key) => toRow(entry, { key, first, home }));
  return { rows, totalMs: rows.reduce((most, { startMs, timeMs }) => Math.max(most, startMs + timeMs), 1) };
}

const startOf = ({ startedDateTime }: HarEntry): number => Date.parse(startedDateTime);

function toRow(
  entry: HarEntry,
  { key, first, home }: { key: number; first: number; home: string | undefined },
): NetworkRow {
  const { request, response, time, timings, _resourceType } = entry;
  const { status, _error: error, bodySize, content } = response;
  const at = startOf(entry);
  return {
    key,
    method: request.method,
    url: request.url,
    name: originOf(request.url) === home ? request.url.slice(home?.length) : request.url,
    status,
    error,
    isFailed: status >= 400 || (status === 0 && !wasLeft(error)),
    type: typeOf(content.mimeType) || _resourceType,
    size: bodySize >= 0 ? bodySize : null,
    timeMs: time,
    startMs: at - first,
    waitMs: Math.max(0, time - Math.max(0, timings.receive)),
    at,
    kind: kinds[_resourceType] ?? 'other',
    entry,
  };
}

const originOf = (url: string): string | undefined => /^(?:http|ws)s?:\/\/[^/?#]+/i.exec(url)?.[0];
/** `text/html; charset=utf-8` is html, `image/svg+xml` svg. */
const typeOf = (mimeType: string): string => /^[\w-]+\/(?:x-)?([\w-]+)/.exec(mimeType)?.[1] ?? '';

/** What of a log is shown. */
export interface NetworkFilter {
  text: string;
  show: 'all' | 'step' | 'failed';
  /** null: all of them. */
  kind: RequestKind | null;
  /** When the chosen step went on. */
  step: { from: number; to: number } | undefined;
}

/** filterRows gives the requests that a filter lets through. */
export function filterRows(rows: readonly NetworkRow[], { text, show, kind, step }: NetworkFilter): NetworkRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (kind !== null && row.kind !== kind) return false;
    if (show === 'failed' && !row.isFailed) return false;
    if (show === 'step' && !isWithin(row, step)) return false;
    const line = `${row.method} ${row.url} ${row.status} ${row.type} ${row.error ?? ''}`.toLowerCase();
    return words.every((word) => line.includes(word));
  });
}

/** isWithin tells whether a request began while a step went on. */
export const isWithin = ({ at }: NetworkRow, step: NetworkFilter['step']): boolean =>
  step !== undefined && at >= step.from && at <= step.to;

/** timingOf gives the phases of a request; connecting holds the handshake of TLS in a log. undefined: it was not answered. */
export function timingOf({
  time,
  timings: { blocked, dns, connect, ssl, send, wait, receive },
  response,
}: HarEntry): Phases | undefined {
  if (response.status === 0) return undefined;
  const phase = (ms: number) => Math.max(0, ms);
  return {
    queueMs: phase(blocked),
    dnsMs: phase(dns),
    tcpMs: phase(connect - phase(ssl)),
    tlsMs: phase(ssl),
    sendMs: phase(send),
    waitMs: phase(wait),
    downloadMs: phase(receive),
    totalMs: time,
  };
}
