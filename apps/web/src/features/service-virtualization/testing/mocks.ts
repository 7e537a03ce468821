import type {
  Asset,
  AssetSummary,
  JournalSummary,
  Mock,
  MockJournalEntry,
  MockSuite,
  VirtualizationProject,
} from '@touchstone/contracts/service-virtualization';

const at = '2026-11-20T08:00:00.000Z';

/** id creates ids that differ in their last digits. */
export const id = (end: number) => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`;

/** A project of service virtualization. */
export const projectOf = (given: Partial<VirtualizationProject> = {}): VirtualizationProject => ({
  projectId: id(1),
  projectName: 'Shop',
  projectDescription: '',
  workspaceType: 'SHARED',
  workspacePlan: 'PRO',
  teamId: 't1',
  role: 'OWNER',
  collaborations: [],
  suiteCount: 1,
  assetCount: 1,
  enabledCount: 1,
  isEnabled: true,
  address: 'https://touchstone.example/mock/shop',
  createdAt: at,
  updatedAt: at,
  ...given,
});

/** The mock of that project. */
export const mockOf = (given: Partial<Mock> = {}): Mock => ({
  projectId: id(1),
  pathKey: 'shop',
  isEnabled: true,
  addresses: [{ kind: 'path', url: 'https://touchstone.example/mock/shop' }],
  port: null,
  ports: null,
  adminUrl: 'https://touchstone.example/mock/shop/__admin',
  hasKey: false,
  keyCreatedAt: null,
  settings: {
    access: 'open',
    allowedNetworks: [],
    isStrict: false,
    cors: false,
    seed: null,
    journalLimit: 1000,
    proxyTo: null,
    delay: null,
    stateScope: 'global',
    acceptsAnyCertificate: false,
  },
  counts: { suites: 1, assets: 1, enabled: 1, calls: 0, unmatched: 0 },
  limit: { used: 1, most: null },
  ...given,
});

/** A suite of that project. */
export const suiteOf = (given: Partial<MockSuite> = {}): MockSuite => ({
  suiteId: id(2),
  projectId: id(1),
  parentId: null,
  name: 'Orders',
  description: '',
  isEnabled: true,
  isActive: true,
  assetCount: 1,
  enabledCount: 1,
  createdAt: at,
  updatedAt: at,
  ...given,
});

/** An asset in a list. */
export const summaryOf = (given: Partial<AssetSummary> = {}): AssetSummary => ({
  assetId: id(3),
  projectId: id(1),
  suiteId: id(2),
  name: 'List orders',
  kind: 'static',
  form: 'stub',
  isEnabled: true,
  isActive: true,
  tags: ['smoke'],
  method: 'GET',
  path: '/orders',
  host: null,
  status: '200',
  priority: 5,
  scenarioName: null,
  revision: 2,
  origin: null,
  createdAt: at,
  createdByName: 'Ana Lima',
  updatedAt: at,
  updatedByName: 'Ana Lima',
  ...given,
});

/** An asset with its stub. */
export const assetOf = (given: Partial<Asset> = {}): Asset => ({
  ...summaryOf(),
  stub: {
    request: { method: 'GET', urlPath: '/orders', headers: { Accept: { contains: 'json' } } },
    response: { status: 200, jsonBody: { orders: [] } },
  },
  resource: null,
  problems: [],
  warnings: [],
  ...given,
});

/** A call in the journal. */
export const callOf = (given: Partial<JournalSummary> = {}): JournalSummary => ({
  entryId: id(7),
  at,
  method: 'GET',
  url: '/orderz',
  status: 404,
  by: 'none',
  assetId: null,
  assetName: null,
  hasNearMiss: true,
  violationCount: 0,
  hasProblem: false,
  delayMs: 0,
  clientIp: '10.0.0.7',
  cause: null,
  ...given,
});

const body = (text: string) => ({ text, isBase64: false, sizeBytes: text.length, isCut: false });

/** A call with its response. */
export const entryOf = (given: Partial<MockJournalEntry> = {}): MockJournalEntry => ({
  ...callOf(),
  causedBy: null,
  request: {
    method: 'GET',
    url: '/orderz',
    headers: [{ name: 'Accept', value: 'text/html' }],
    body: body(''),
    clientIp: '10.0.0.7',
  },
  response: { status: 404, headers: [], body: body('No stub matches.'), delayMs: 0, fault: null },
  why: [],
  scope: '',
  scenario: null,
  nearMisses: [
    {
      assetId: id(3),
      assetName: 'List orders',
      distance: 0.1,
      scenario: null,
      differences: [
        { part: 'method', name: '', operator: 'equalTo', expected: 'GET', actual: 'GET', isMatch: true },
        { part: 'url', name: '', operator: 'urlPath', expected: '/orders', actual: '/orderz', isMatch: false },
        { part: 'headers', name: 'Accept', operator: 'contains', expected: 'json', actual: null, isMatch: false },
      ],
    },
  ],
  violations: [],
  notes: [],
  ...given,
});
