type Json = Record<string, unknown>;

/** answer returns a response of a route; `given` overrides the defaults. */
export const answer = (number: number, given: Json): Json => ({
  uuid: `a${number}`,
  body: '{}',
  latency: 0,
  statusCode: 200,
  label: '',
  headers: [{ key: 'Content-Type', value: 'application/json' }],
  bodyType: 'INLINE',
  filePath: '',
  databucketID: '',
  sendFileAsBody: false,
  rules: [],
  rulesOperator: 'OR',
  disableTemplating: true,
  fallbackTo404: false,
  default: false,
  crudKey: 'id',
  callbacks: [],
  ...given,
});
/** route returns a route of Mockoon. */
export const route = (number: number, given: Json): Json => ({
  uuid: `r${number}`,
  type: 'http',
  documentation: '',
  method: 'post',
  responseMode: null,
  streamingMode: null,
  streamingInterval: 0,
  ...given,
});

/** environmentOf wraps routes and data in Mockoon's format. */
export const environmentOf = (routes: Json[], data: Json[], port: number): object => ({
  uuid: 'e',
  lastMigration: 33,
  name: 'Generated',
  endpointPrefix: '',
  latency: 0,
  port,
  hostname: '',
  folders: [],
  routes,
  rootChildren: routes.map(({ uuid }) => ({ type: 'route', uuid })),
  proxyMode: false,
  proxyHost: '',
  proxyRemovePrefix: false,
  tlsOptions: {
    enabled: false,
    type: 'CERT',
    pfxPath: '',
    certPath: '',
    keyPath: '',
    caPath: '',
    passphrase: '',
  },
  cors: false,
  headers: [],
  proxyReqHeaders: [],
  proxyResHeaders: [],
  data,
  callbacks: [],
});
