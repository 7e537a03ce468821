import { operatorNames } from '../match/compile-value.ts';

type Json = Record<string, unknown>;

const text = { type: 'string' };
const number = { type: 'number' };
const delay = { type: 'number', minimum: 0 };
const flag = { type: 'boolean' };
const anything = {};
const orNull = (schema: Json): Json => ({ anyOf: [schema, { type: 'null' }] });
const closed = (properties: Json, more: Json = {}): Json => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...more,
});
const named = (name: string): Json => ({ $ref: `#/$defs/${name}` });
const textsByName = { type: 'object', additionalProperties: { anyOf: [text, { type: 'array', items: text }] } };
const patternsByName = { type: 'object', additionalProperties: named('values') };
const isOneOf = (names: readonly string[]): Json => ({ anyOf: names.map((name) => ({ required: [name] })) });
/** At most one of these members is given. */
const atMostOne = (names: readonly string[]): Json => ({
  allOf: names.flatMap((one, index) =>
    names
      .slice(index + 1)
      .map((other) => ({ not: { required: [one, other], properties: { [one]: present, [other]: present } } })),
  ),
});
const present = { not: { type: 'null' } };

const message = closed(
  { body: text, jsonBody: anything, base64Body: text, delay },
  { oneOf: ['body', 'jsonBody', 'base64Body'].map((name) => ({ required: [name] })) },
);
const webSocket = closed({
  messages: { type: 'array', items: message },
  close: {
    type: 'object',
    properties: {
      code: {
        anyOf: [
          { const: 1000 },
          { type: 'number', minimum: 1007, maximum: 1014 },
          { type: 'number', minimum: 3000, maximum: 4999 },
        ],
      },
      reason: { type: 'string', maxLength: 120 },
    },
  },
  pingIntervalMilliseconds: { type: 'number', minimum: 100 },
  protocol: { type: 'string', pattern: "^[!#$%&'*+\\-.^_`|~0-9A-Za-z]+$" },
});
const distribution = {
  oneOf: [
    {
      type: 'object',
      required: ['type', 'milliseconds'],
      properties: { type: { const: 'fixed' }, milliseconds: delay },
    },
    {
      type: 'object',
      required: ['type', 'lower', 'upper'],
      properties: { type: { const: 'uniform' }, lower: delay, upper: delay },
    },
    {
      type: 'object',
      required: ['type', 'median', 'sigma'],
      properties: { type: { const: 'lognormal' }, median: delay, sigma: delay },
    },
  ],
};
const bodies = ['body', 'jsonBody', 'base64Body', 'bodyFileName', 'events', 'webSocket'];

const response = closed(
  {
    status: orNull({
      anyOf: [
        { type: 'integer', minimum: 100, maximum: 999 },
        { type: 'string', pattern: '^[1-9][0-9]{2}$|\\{\\{' },
      ],
    }),
    statusMessage: orNull(text),
    headers: orNull(textsByName),
    body: anything,
    jsonBody: anything,
    base64Body: orNull(text),
    bodyFileName: orNull(text),
    events: orNull({ type: 'array', items: { type: 'object' } }),
    webSocket: orNull(webSocket),
    fixedDelayMilliseconds: orNull(delay),
    fixedDelay: anything,
    delayDistribution: orNull(distribution),
    chunkedDribbleDelay: orNull({
      type: 'object',
      required: ['numberOfChunks', 'totalDuration'],
      properties: { numberOfChunks: delay, totalDuration: delay },
    }),
    fault: {
      enum: ['EMPTY_RESPONSE', 'MALFORMED_RESPONSE_CHUNK', 'RANDOM_DATA_THEN_CLOSE', 'CONNECTION_RESET_BY_PEER'],
    },
    proxyBaseUrl: { type: 'string', pattern: '^https?://|\\{\\{' },
    additionalProxyRequestHeaders: orNull(textsByName),
    removeProxyRequestHeaders: orNull({ type: 'array', items: text }),
    proxyUrlPrefixToRemove: orNull(text),
    transformers: orNull({ type: 'array', items: text }),
    transformerParameters: orNull({ type: 'object' }),
    fromConfiguredStub: orNull(flag),
  },
  atMostOne(bodies),
);

const request = closed({
  method: anything,
  ...Object.fromEntries(
    ['url', 'urlPath', 'urlPattern', 'urlPathPattern', 'urlPathTemplate'].map((name) => [name, orNull(text)]),
  ),
  ...Object.fromEntries(
    ['pathParameters', 'headers', 'queryParameters', 'formParameters', 'cookies', 'state'].map((name) => [
      name,
      orNull(patternsByName),
    ]),
  ),
  basicAuth: anything,
  basicAuthCredentials: anything,
  bodyPatterns: orNull({ type: 'array', items: named('values') }),
  multipartPatterns: orNull({ type: 'array', items: { type: 'object' } }),
  clientIp: anything,
  host: anything,
  port: anything,
  scheme: anything,
  graphql: orNull({ type: 'object' }),
  soapAction: anything,
});

const scopeKinds = ['header', 'cookie', 'query', 'session', 'tokenClaim', 'expression'];
const action = {
  type: 'object',
  required: ['name'],
  properties: { name: { const: 'webhook' }, parameters: { type: 'object', required: ['url'] } },
};

/**
 * The stub format as a JSON Schema (2020-12). It describes the structure; only the parser checks expressions, patterns
 * and paths.
 */
export const stubSchema: Json = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Stub of a Touchstone mock',
  description: 'A stub, or { "mappings": [stub…] }. WireMock\'s format, and more.',
  anyOf: [
    named('stub'),
    { type: 'object', required: ['mappings'], properties: { mappings: { type: 'array', items: named('stub') } } },
  ],
  $defs: {
    /** One value: a string, or an object with an operator. */
    values: { anyOf: [text, number, { type: 'object', ...isOneOf([...operatorNames, 'hasExactly', 'includes']) }] },
    stub: closed(
      {
        id: orNull(text),
        uuid: orNull(text),
        name: orNull(text),
        priority: orNull(number),
        request: orNull(request),
        response: orNull(response),
        scenarioName: orNull(text),
        requiredScenarioState: orNull(text),
        newScenarioState: orNull(text),
        stateScope: { anyOf: [{ const: 'global' }, { type: 'object', ...isOneOf(scopeKinds) }] },
        setState: orNull({ type: 'object' }),
        persistent: orNull(flag),
        postServeActions: anything,
        serveEventListeners: orNull({ type: 'array', items: action }),
        metadata: orNull({ type: 'object' }),
        enabled: orNull(flag),
        insertionIndex: orNull(number),
      },
      { not: { required: ['mappings'] }, dependentRequired: { requiredScenarioState: ['scenarioName'] } },
    ),
  },
};
