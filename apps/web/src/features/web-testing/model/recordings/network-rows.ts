import type { Phases } from '@touchstone/contracts/api-testing';
import type { Har, HarEntry } from '@touchstone/engine-browser/core';

/** Kinds of requests by initiator. */
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
/** The kind of a request. */
export type RequestKind = keyof typeof requestKinds;

/** Kinds by browsers' resource type. */
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

/** A request in the list. */
export interface NetworkRow {
  key: number;
  method: string;
  url: string;
  /** The path, or the full address of another host. */
  name: string;
  status: number;
  /** Shown if no status was received. */
  error: string | undefined;
  isFailed: boolean;
  type: string;
  /** In bytes; null if unknown. */
  size: number | null;
  timeMs: number;
  /** Milliseconds since the first request. */
  startMs: number;
  /** Milliseconds until the first byte of the response. */
  waitMs: number;
  /** Start time in milliseconds since 1970. */
  at: number;
  kind: RequestKind;
  /** The log entry. */
  entry: HarEntry;
}

/** NetworkRows shows the requests of a log, with the total duration. */
export interface NetworkRows {
  rows: NetworkRow[];
  totalMs: number;
}

/** Leaving a page aborts its pending requests. */
const wasLeft = (error: string | undefined): boolean => /ERR_ABORTED|NS_BINDING_ABORTED/.test(error ?? '');

/** networkRows returns the requests of a log by start time. */
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
/** `text/html; charset=utf-8` becomes html, `image/svg+xml` svg. */
const typeOf = (mimeType: string): string => /^[\w-]+\/(?:x-)?([\w-]+)/.exec(mimeType)?.[1] ?? '';

/** Filter for a log. */
export interface NetworkFilter {
  text: string;
  show: 'all' | 'step' | 'failed';
  /** null for all. */
  kind: RequestKind | null;
  /** Time span of the selected step. */
  step: { from: number; to: number } | undefined;
}

/** filterRows returns the requests that match a filter. */
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

/** isWithin returns whether a request started during a step. */
export const isWithin = ({ at }: NetworkRow, step: NetworkFilter['step']): boolean =>
  step !== undefined && at >= step.from && at <= step.to;

/**
 * timingOf returns the phases of a request; logs include the TLS handshake in connecting. undefined if there was no
 * response.
 */
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
