import type { MonitorDefinitionInput, MonitorKind } from '@touchstone/contracts/api-monitoring';

/** The definition of a kind, as held by the form while it is filled in. */
export type DefinitionOf<K extends MonitorKind> = Extract<MonitorDefinitionInput, { kind: K }>;

const exchange = {
  url: '',
  headers: [],
  authentication: { type: 'none' },
  followRedirects: true,
  maxRedirects: 10,
  verifyCertificate: true,
  assertions: [],
} as const satisfies Partial<DefinitionOf<'http'>>;
const daysLeft = { downDays: 0, warnDays: 14 };

const envelope = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
  <soap:Body>
  </soap:Body>
</soap:Envelope>`;

const empty: { [K in MonitorKind]: DefinitionOf<K> } = {
  http: {
    kind: 'http',
    method: 'GET',
    ...exchange,
    headers: [],
    assertions: [],
    queryParams: [],
    body: { type: 'none' },
  },
  soap: { kind: 'soap', ...exchange, headers: [], assertions: [], soapVersion: '1.1', action: '', envelope },
  'api-script': { kind: 'api-script', projectId: '', scriptId: '' },
  'api-suite': { kind: 'api-suite', projectId: '', suiteId: '', parallel: 1 },
  workflow: { kind: 'workflow', projectId: '', flowId: '', configurationId: null },
  tls: { kind: 'tls', host: '', port: 443, serverName: '', verifyChain: true, ...daysLeft },
  tcp: { kind: 'tcp', host: '', port: Number.NaN, send: '', expect: '' },
  dns: { kind: 'dns', hostName: '', recordType: 'A', resolver: '', expected: [], match: 'all' },
  websocket: { kind: 'websocket', url: '', headers: [], protocols: [], verifyCertificate: true, send: '', expect: '' },
  heartbeat: { kind: 'heartbeat', graceSeconds: 60 },
  domain: { kind: 'domain', domainName: '', ...daysLeft },
};

/** newDefinition returns the initial definition of a kind. */
export const newDefinition = (kind: MonitorKind): MonitorDefinitionInput => structuredClone(empty[kind]);

/** Whether a kind may run as long as a whole suite or workflow. */
export const isRun = (kind: MonitorKind): boolean => kind === 'api-suite' || kind === 'workflow';
/** Whether a form can try a check of the kind before saving. */
export const canTry = (kind: MonitorKind): boolean => !isRun(kind) && kind !== 'heartbeat';

/** Field of a definition that holds the id of its test. */
const testFields = { 'api-script': 'scriptId', 'api-suite': 'suiteId', workflow: 'flowId' } as const;
/** A kind that refers to a test. */
export type TestKind = keyof typeof testFields;
export const isTest = (kind: MonitorKind): kind is TestKind => kind in testFields;

/** testField returns the field of a definition that holds the id of its test. */
export const testField = (kind: TestKind): string => testFields[kind];

/** withTest returns a definition that refers to the given test. */
export const withTest = (kind: TestKind, projectId: string, testId: string): MonitorDefinitionInput =>
  ({ ...newDefinition(kind), projectId, [testFields[kind]]: testId }) as MonitorDefinitionInput;

/** testOf returns the test that a definition refers to. */
export function testOf(definition: MonitorDefinitionInput): { projectId: string; testId: string } | undefined {
  switch (definition.kind) {
    case 'api-script':
      return { projectId: definition.projectId, testId: definition.scriptId };
    case 'api-suite':
      return { projectId: definition.projectId, testId: definition.suiteId };
    case 'workflow':
      return { projectId: definition.projectId, testId: definition.flowId };
    default:
      return undefined;
  }
}
