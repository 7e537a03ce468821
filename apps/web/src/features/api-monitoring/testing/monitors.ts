import type { Monitor, MonitoringProject, MonitorSummary, StatusCounts } from '@touchstone/contracts/api-monitoring';

const at = '2026-11-20T08:00:00.000Z';
const id = (end: number) => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`;

/** Counts of monitored APIs, 0 unless given. */
export const countsOf = (given: Partial<StatusCounts> = {}): StatusCounts => ({
  total: 0,
  UP: 0,
  DEGRADED: 0,
  DOWN: 0,
  UNKNOWN: 0,
  MAINTENANCE: 0,
  PAUSED: 0,
  ...given,
});

/** A project of monitoring. */
export const projectOf = (given: Partial<MonitoringProject> = {}): MonitoringProject => ({
  projectId: id(1),
  projectName: 'Shop',
  projectDescription: '',
  workspaceType: 'SHARED',
  workspacePlan: 'PRO',
  teamId: 't1',
  role: 'OWNER',
  collaborations: [],
  collectionCount: 1,
  monitors: countsOf({ total: 1, UP: 1 }),
  openIncidents: 0,
  createdAt: at,
  updatedAt: at,
  ...given,
});

/** A collection of that project. */
export const collectionOf = (given: object = {}) => ({
  collectionId: id(2),
  projectId: id(1),
  name: 'Checkout',
  description: '',
  sloPercent: null,
  monitors: countsOf({ total: 1, UP: 1 }),
  createdAt: at,
  updatedAt: at,
  ...given,
});

/** A monitored API in a list. */
export const summaryOf = (given: Partial<MonitorSummary> = {}): MonitorSummary => ({
  monitorId: id(3),
  projectId: id(1),
  collectionId: id(2),
  name: 'Orders',
  kind: 'http',
  target: 'https://api.example.com/orders',
  state: 'STARTED',
  status: 'UP',
  statusText: null,
  statusSince: at,
  schedule: { type: 'interval', everySeconds: 60 },
  regions: [],
  tags: ['shop'],
  lastAt: at,
  lastDurationMs: 120,
  nextDueAt: at,
  uptimePercent: 99.5,
  p95Ms: 180,
  openIncidentId: null,
  recent: [
    { at: '2026-11-20T07:58:00.000Z', verdict: 'UP', durationMs: 110 },
    { at: '2026-11-20T07:59:00.000Z', verdict: 'DOWN', durationMs: null },
    { at, verdict: 'UP', durationMs: 120 },
  ],
  ...given,
});

/** A monitored API with all fields. */
export const monitorOf = (given: Partial<Monitor> = {}): Monitor => ({
  ...summaryOf(),
  description: '',
  definition: {
    kind: 'http',
    method: 'GET',
    url: 'https://api.example.com/orders',
    headers: [],
    authentication: { type: 'none' },
    followRedirects: true,
    maxRedirects: 10,
    verifyCertificate: true,
    assertions: [],
    queryParams: [],
    body: { type: 'none' },
  },
  timeoutMs: 30_000,
  retries: 1,
  retrySeconds: 15,
  downIn: 1,
  confirmFrom: null,
  degradedAboveMs: null,
  degradedFactor: null,
  environmentId: null,
  sloPercent: null,
  slots: [
    {
      region: '',
      verdict: 'UP',
      message: null,
      lastAt: at,
      lastDurationMs: 120,
      nextDueAt: at,
      isChecking: false,
      hasRunner: true,
    },
  ],
  test: null,
  baselineMs: 150,
  heartbeatUrl: null,
  createdByName: 'Ana Lima',
  createdAt: at,
  updatedAt: at,
  ...given,
});
