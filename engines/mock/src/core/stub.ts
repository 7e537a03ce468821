/** A stub's response to a matching request. Every string may be a template if the stub is templated. */
export interface ResponseDefinition {
  /** A number, or a template that renders one. Default 200. */
  status?: number | string;
  statusMessage?: string;
  headers?: Record<string, string | string[]>;
  body?: string;
  jsonBody?: unknown;
  base64Body?: string;
  bodyFileName?: string;
  /** Server-sent events, sent one after another. */
  events?: ServerSentEvent[];
  /** Accepts a WebSocket, or answers one of its messages. */
  webSocket?: WebSocketDefinition;
  fixedDelayMilliseconds?: number;
  delayDistribution?: DelayDistribution;
  chunkedDribbleDelay?: { numberOfChunks: number; totalDuration: number };
  fault?: Fault;
  proxyBaseUrl?: string;
  additionalProxyRequestHeaders?: Record<string, string | string[]>;
  removeProxyRequestHeaders?: string[];
  proxyUrlPrefixToRemove?: string;
  /** `response-template` makes strings templates. */
  transformers?: string[];
  transformerParameters?: Record<string, unknown>;
  fromConfiguredStub?: boolean;
}

/**
 * What a stub sends over a WebSocket: its first messages after accepting one, or its reply to a message (method
 * MESSAGE).
 */
export interface WebSocketDefinition {
  messages?: SocketMessageDefinition[];
  /** Closes the conversation after the messages. Default code 1000. */
  close?: { code?: number; reason?: string };
  pingIntervalMilliseconds?: number;
  /** The accepted subprotocol; defaults to the first that the client offers. */
  protocol?: string;
}

/** A WebSocket message: a string, a value written as JSON, or bytes. */
export interface SocketMessageDefinition {
  body?: string;
  jsonBody?: unknown;
  base64Body?: string;
  /** Milliseconds before the message. */
  delay?: number;
}

/** An event of `text/event-stream`. */
export interface ServerSentEvent {
  id?: string;
  event?: string;
  /** A string, or a value written as JSON. */
  data?: unknown;
  retry?: number;
  /** Milliseconds before the event. */
  delay?: number;
}

/** How long responses wait, in milliseconds. */
export type DelayDistribution =
  | { type: 'fixed'; milliseconds: number }
  | { type: 'uniform'; lower: number; upper: number }
  | { type: 'lognormal'; median: number; sigma: number; maxValue?: number };

/** The four ways of breaking a connection. */
export type Fault =
  | 'EMPTY_RESPONSE'
  | 'MALFORMED_RESPONSE_CHUNK'
  | 'RANDOM_DATA_THEN_CLOSE'
  | 'CONNECTION_RESET_BY_PEER';

/** The request that a stub matches: patterns in WireMock's format, kept as given. */
export type RequestPattern = Record<string, unknown>;

/**
 * Whose state a stub reads and changes: shared by all callers (`global`), or separate for each caller, identified by a
 * part of the request.
 */
export type StateScope =
  | 'global'
  | { header: string }
  | { cookie: string }
  | { query: string }
  | { session: string }
  | { tokenClaim: string }
  | { expression: string };

/** A request sent after the response. */
export interface Webhook {
  method?: string;
  url: string;
  headers?: Record<string, string | string[]>;
  body?: string;
  base64Body?: string;
  delay?: DelayDistribution;
}

/** An action after the response, named as in WireMock. */
export interface ServeAction {
  name: string;
  parameters?: Record<string, unknown>;
}

/** Stub is a request pattern with its response: a superset of WireMock's stub mapping. */
export interface Stub {
  id: string;
  name?: string;
  /** Lower numbers are tried first; default 5. */
  priority?: number;
  request: RequestPattern;
  response: ResponseDefinition;
  scenarioName?: string;
  requiredScenarioState?: string;
  newScenarioState?: string;
  /** Overrides the scope of the mock for this stub's scenario and key-value state. */
  stateScope?: StateScope;
  /** Key-value state written when the stub is served; values may be templates, null removes a key. */
  setState?: Record<string, unknown>;
  persistent?: boolean;
  postServeActions?: ServeAction[];
  serveEventListeners?: ServeAction[];
  metadata?: Record<string, unknown>;
  /** A disabled stub is kept but never served. Default true. */
  enabled?: boolean;
}

/** A problem in a document: its place and, in a sentence, what to do. */
export interface MockProblem {
  /** Place in the document, for example `mappings[2].request.headers.Accept`. */
  path: string;
  message: string;
}

/** The priority of a stub that sets none, as in WireMock. */
export const defaultPriority = 5;
/** The initial state of every scenario. */
export const startedState = 'Started';
