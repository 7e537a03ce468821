import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { HeaderList } from '@touchstone/engine-assert/core';
import type { OutgoingBody } from '../body/outgoing-body.ts';
import type { BodyReader, IncomingBody } from '../body/read-body.ts';
import type { Connections, Route } from './connections.ts';
import type { ExchangeStop } from './exchange-stop.ts';
import type { PhaseLimits } from './phase-limits.ts';
import type { ConnectionTrace } from './timing.ts';

/** The head of the response, whatever the protocol. */
export interface ResponseHead {
  status: number;
  statusText: string;
  httpVersion: string;
  headers: HeaderList;
  socket: Socket | undefined;
  /** Content type of a body without a header for it. */
  bodyType?: string;
}

/** What a transport needs from its exchange. */
export interface Transfer {
  readonly method: string;
  readonly url: URL;
  readonly headers: HeaderList;
  readonly route: Route;
  readonly connections: Connections;
  readonly trace: ConnectionTrace;
  readonly stop: ExchangeStop;
  readonly limits: PhaseLimits;
  readonly body: OutgoingBody;
  /** Records the head of the response and returns the reader of its body. */
  begin(head: ResponseHead): BodyReader;
}

/** What remains of a transport when it has ended. */
export interface TransportOutcome {
  /** Whether the connection had already served another request. */
  isReused: boolean;
}

/** incomingBody wraps a stream whose end can be distinguished from a broken connection. */
export function incomingBody(stream: Readable, isComplete: () => boolean): IncomingBody {
  return { stream, isComplete };
}

/** headerValue returns the first value of a header. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1];
}
