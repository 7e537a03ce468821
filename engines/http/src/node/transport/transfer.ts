import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { HeaderList } from '@touchstone/engine-assert/core';
import type { OutgoingBody } from '../body/outgoing-body.ts';
import type { BodyReader, IncomingBody } from '../body/read-body.ts';
import type { Connections, Route } from './connections.ts';
import type { ExchangeStop } from './exchange-stop.ts';
import type { PhaseLimits } from './phase-limits.ts';
import type { ConnectionTrace } from './timing.ts';

/** The head of a response, whatever protocol brought it. */
export interface ResponseHead {
  status: number;
  statusText: string;
  httpVersion: string;
  headers: HeaderList;
  socket: Socket | undefined;
  /** Content type of a body that no header describes. */
  bodyType?: string;
}

/** What a transport needs of the exchange that it carries. */
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
  /** Notes the head of the response and gives what reads its body. */
  begin(head: ResponseHead): BodyReader;
}

/** What is left of a transport when it has ended. */
export interface TransportOutcome {
  /** The connection had served another request before. */
  isReused: boolean;
}

/** incomingBody wraps a stream whose end can be told from its breaking off. */
export function incomingBody(stream: Readable, isComplete: () => boolean): IncomingBody {
  return { stream, isComplete };
}

/** headerValue gives the first value of a header. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1];
}
