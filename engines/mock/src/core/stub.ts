/** What a stub answers when its request matches. Every text may be a template where the stub is templated. */
export interface ResponseDefinition {
  /** A number, or a template that gives one. Default 200. */
  status?: number | string;
  statusMessage?: string;
  headers?: Record<string, string | string[]>;
  body?: string;
  jsonBody?: unknown;
  base64Body?: string;
  bodyFileName?: string;
  /** Server-sent events, sent one after another. */
  events?: ServerSentEvent[];
  /** Accepts a WebSocket, or answers a message of one. */
  webSocket?: WebSocketDefinition;
  fixedDelayMilliseconds?: number;
  delayDistribution?: DelayDistribution;
  chunkedDribbleDelay?: { numberOfChunks: number; totalDuration: number };
  fault?: Fault;
  proxyBaseUrl?: string;
  additionalProxyRequestHeaders?: Record<string, string | string[]>;
  removeProxyRequestHeaders?: string[];
  proxyUrlPrefixToRemove?: string;
  /** `response-template` makes the texts templates. */
  transformers?: string[];
  transformerParameters?: Record<string, unknown>;
  fromConfiguredStub?: boolean;
}

/** What a stub sends over a WebSocket: where it accepts one, to begin with; for a message (method MESSAGE), as its answer. */
export interface WebSocketDefinition {
  messages?: SocketMessageDefinition[];
  /** Closes the conversation after the messages. Default code 1000. */
  close?: { code?: number; reason?: string };
  pingIntervalMilliseconds?: number;
  /** The subprotocol that is accepted; default: the first that the client offers. */
  protocol?: string;
}

/** One message of a WebSocket: a text, a value that is written as JSON, or bytes. */
export interface SocketMessageDefinition {
  body?: string;
  jsonBody?: unknown;
  base64Body?: string;
  /** Milliseconds before the message. */
  delay?: number;
}

/** One event of `text/event-stream`. */
export interface ServerSentEvent {
  id?: string;
  event?: string;
  /** Text, or a value that is written as JSON. */
  data?: unknown;
  retry?: number;
  /** Milliseconds before the event. */
  delay?: number;
}

/** How long answers wait, in milliseconds. */
export type DelayDistribution =
  | { type: 'fixed'; milliseconds: number }
  | { type: 'uniform'; lower: number; upper: number }
  | { type: 'lognormal'; median: number; sigma: number; maxValue?: number };

/** The four ways in which a connection breaks. */
export type Fault =
  | 'EMPTY_RESPONSE'
  | 'MALFORMED_RESPONSE_CHUNK'
  | 'RANDOM_DATA_THEN_CLOSE'
  | 'CONNECTION_RESET_BY_PEER';

/** The request that a stub matches: patterns as WireMock writes them, kept as given. */
export type RequestPattern = Record<string, unknown>;

/** Whose state a stub reads and changes: everybody's (`global`), or that of the caller named by a part of the request. */
export type StateScope =
  | 'global'
  | { header: string }
  | { cookie: string }
  | { query: string }
  | { session: string }
  | { tokenClaim: string }
  | { expression: string };

/** A request that is sent after the answer. */
export interface Webhook {
  method?: string;
  url: string;
  headers?: Record<string, string | string[]>;
  body?: string;
  base64Body?: string;
  delay?: DelayDistribution;
}

/** An action after the answer, as WireMock names it. */
export interface ServeAction {
  name: string;
  parameters?: Record<string, unknown>;
}

/** Stub is a request pattern with what is answered: WireMock's stub mapping, and more. */
export interface Stub {
  id: string;
  name?: string;
  /** Lower comes first; default 5. */
  priority?: number;
  request: RequestPattern;
  response: ResponseDefinition;
  scenarioName?: string;
  requiredScenarioState?: string;
  newScenarioState?: string;
  /** Overrides the scope of the mock for this stub's scenario and key-value state. */
  stateScope?: StateScope;
  /** Key-value state that is written when the stub is served; values may be templates, null removes. */
  setState?: Record<string, unknown>;
  persistent?: boolean;
  postServeActions?: ServeAction[];
  serveEventListeners?: ServeAction[];
  metadata?: Record<string, unknown>;
  /** A stub that is switched off is kept and never served. Default true. */
  enabled?: boolean;
}

/** A problem of a document: where it is and what to do, in a sentence. */
export interface MockProblem {
  /** Place in the document, such as `mappings[2].request.headers.Accept`. */
  path: string;
  message: string;
}

/** The priority of a stub that names none, as in WireMock. */
export const defaultPriority = 5;
/** The state in which every scenario begins. */
export const startedState = 'Started';
