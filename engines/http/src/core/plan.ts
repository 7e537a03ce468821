import type { AssertionOperator, HttpAssertion, HttpDataHandler } from '@touchstone/engine-assert/core';
import type { SignedAuthentication } from './signed-authentication.ts';

/** A row of a header, parameter or form table; a row with `enabled: false` is not sent. */
export interface KeyValue {
  key: string;
  value: string;
  enabled?: boolean;
  /** For readers; never sent. */
  description?: string;
}

/** A row of a multipart form. */
export interface FormField extends KeyValue {
  kind: 'text' | 'file';
  /** Opened through `FileSource` when `kind` is `file`. */
  fileId?: string;
  fileName?: string;
  contentType?: string;
}

/** GraphQL over WebSocket (graphql-transport-ws), or over server-sent events in distinct connections mode. */
export type SubscriptionTransport = 'webSocket' | 'serverSentEvents';

/** The body of a request. */
export type HttpBody =
  | { type: 'none' }
  | { type: 'json' | 'xml' | 'text'; content: string }
  | { type: 'form'; fields: FormField[] }
  | { type: 'urlencoded'; fields: KeyValue[] }
  /** Sent as JSON `{ query, operationName, variables }`; `variables` is JSON text or empty. */
  | {
      type: 'graphql';
      query: string;
      variables: string;
      operationName?: string;
      /**
       * How the results of a subscription are delivered; default: `serverSentEvents` if the Accept header asks for
       * them, otherwise `webSocket`.
       */
      subscription?: SubscriptionTransport;
    }
  /** One file as the whole body. */
  | { type: 'binary'; fileId: string; contentType?: string };

/** How a request authenticates. */
export type HttpAuthentication =
  | { type: 'none' }
  | { type: 'basic'; username: string; password: string }
  | { type: 'bearer'; token: string }
  | { type: 'apiKey'; key: string; value: string; in: 'header' | 'query' }
  | { type: 'oauth2'; token: string; tokenType: string }
  | { type: 'digest'; username: string; password: string }
  | OAuth2Grant
  | SignedAuthentication
  | {
      type: 'awsV4';
      accessKeyId: string;
      secretAccessKey: string;
      sessionToken?: string;
      region: string;
      service: string;
    };

/** A grant of RFC 6749 that fetches the token; tokens are kept per session and renewed at 80 % of their lifetime. */
export interface OAuth2Grant {
  type: 'oauth2Grant';
  grant: 'clientCredentials' | 'password' | 'authorizationCode' | 'refreshToken';
  tokenUrl: string;
  clientId: string;
  clientSecret?: string;
  /** Where the client's credentials are sent; default `header` (RFC 6749 §2.3.1). */
  clientAuthentication?: 'header' | 'body';
  scope?: string;
  audience?: string;
  username?: string;
  password?: string;
  code?: string;
  redirectUri?: string;
  codeVerifier?: string;
  refreshToken?: string;
}

/** How a request is sent: time limits, redirects, TLS, retries. */
export interface HttpStepSettings {
  /** Whole exchange, redirects included, in milliseconds; default 30000. */
  timeoutMs?: number;
  /** Until the connection is ready (DNS, TCP, TLS), per hop, in milliseconds; default: only `timeoutMs`. */
  connectTimeoutMs?: number;
  /** From the end of the request to the head of the response, per hop, in milliseconds; default: only `timeoutMs`. */
  responseTimeoutMs?: number;
  /**
   * `auto` offers HTTP/2 and 1.1 to TLS servers and uses 1.1 without TLS; `2` without TLS is sent with prior knowledge.
   * Default `auto`.
   */
  httpVersion?: 'auto' | '1.1' | '2';
  /**
   * Milliseconds for reading an endless response; the part received by then is the response. Event streams: default
   * 5000; other responses only if set.
   */
  streamReadMs?: number;
  /** Number of events of an event stream after which reading ends. */
  maxEvents?: number;
  /** Default true. */
  followRedirects?: boolean;
  /** Default 10. */
  maxRedirects?: number;
  /** Default true. */
  verifyCertificate?: boolean;
  /** Sends the step again if it didn't pass; implemented by `withRetries` of the engine `data`. */
  retry?: StepRetry;
}

/** StepRetry defines how often and when a step is sent again. */
export interface StepRetry {
  /** Attempts after the first. */
  retries: number;
  /** Delay before the first retry, in milliseconds. */
  delayMs: number;
  /** Each wait is this many times the previous one; 1 keeps it constant. */
  factor: number;
  /** Which results are retried; `notPassed`: failed assertions and errors. */
  on: 'notPassed' | 'failed' | 'error';
}

/** Operators of a step's condition. */
export type ConditionOperator = Extract<
  AssertionOperator,
  | 'equals'
  | 'notEquals'
  | 'contains'
  | 'notContains'
  | 'matches'
  | 'greaterThan'
  | 'greaterOrEqual'
  | 'lessThan'
  | 'lessOrEqual'
  | 'in'
  | 'exists'
  | 'notExists'
>;

/** StepCondition must be met for the step to be sent; otherwise the step is skipped. */
export interface StepCondition {
  /** Name of a variable, without braces. */
  variable: string;
  operator: ConditionOperator;
  /** May contain `{{variables}}`. */
  expected?: string;
}

/**
 * HttpStep is one request with its assertions and extractions: everything the engine needs, with nothing to look up
 * later.
 */
export interface HttpStep {
  id: string;
  name: string;
  /** Steps of one group run in order if one uses a value that an earlier one extracts. */
  group: string;
  method: string;
  url: string;
  headers: KeyValue[];
  queryParams: KeyValue[];
  pathParams: KeyValue[];
  body: HttpBody;
  authentication: HttpAuthentication;
  assertions: HttpAssertion[];
  dataHandlers: HttpDataHandler[];
  settings: HttpStepSettings;
  /** JavaScript that runs in the sandbox before the request is built. */
  preRequestScript?: string;
  /** JavaScript that runs in the sandbox with the response. */
  testScript?: string;
  /** Values of a data row, which take precedence over all other variables. */
  scope?: Record<string, string>;
  /** Members of `scope` that aren't strings in the data, as JSON values, for scripts. */
  scopeValues?: Record<string, unknown>;
  /** Variables of the step's suite: after those of the environment, before the wider scopes of the session. */
  groupScope?: Record<string, string>;
  /**
   * Value of `{{$idempotencyKey}}`, the same each time this execution is sent, so that a receiver can detect
   * repetitions. Default: a new one per attempt.
   */
  idempotencyKey?: string;
  /** Checked when it is the step's turn, before its scripts. */
  condition?: StepCondition;
  /** The iteration of a data-driven run that the step belongs to; `stepName` is its name without the label. */
  iteration?: { index: number; count: number; label: string; stepName: string };
}
