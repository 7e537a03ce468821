/** ServiceStore is a service of the product that organizations hold licences for. */
export interface ServiceStore {
  uuid: string;
  serviceName: string;
  /** Groups services on screen; underscores are shown as spaces. */
  category: string;
  description: string;
  /** The service's path in the page; absent for a separate application. */
  path?: string;
  /** Services of the server whose calls, and whose workspaces, require a licence of this one. */
  servedBy: readonly string[];
}

/** serviceCatalog are all services that can be licensed. */
export const serviceCatalog: readonly ServiceStore[] = [
  {
    uuid: '01970000-0000-7000-8000-000000000001',
    serviceName: 'API Testing',
    category: 'API_TESTING',
    description: 'Functional and performance tests of HTTP APIs: suites, imports, environments, runs and reports.',
    path: '/api-projects',
    servedBy: ['api-testing', 'api-preview', 'virtual-users'],
  },
  {
    uuid: '01970000-0000-7000-8000-000000000002',
    serviceName: 'Test Orchestration',
    category: 'TEST_ORCHESTRATION',
    description:
      'Workflows that chain tests of several services: projects with folders, schedules, approvals and reports.',
    path: '/test-orchestration/projects',
    servedBy: ['orchestration'],
  },
  {
    uuid: '01970000-0000-7000-8000-000000000003',
    serviceName: 'API Monitoring',
    category: 'API_MONITORING',
    description: 'Monitors of APIs, scripts and workflows: incidents, alerts, reports and status pages.',
    path: '/api-monitoring',
    servedBy: ['api-monitoring'],
  },
  {
    uuid: '01970000-0000-7000-8000-000000000004',
    serviceName: 'Service Virtualization',
    category: 'SERVICE_VIRTUALIZATION',
    description: 'Mocks of services: suites of stubs with state, records and faults, recordings and a live journal.',
    path: '/service-virtualization/projects',
    servedBy: ['service-virtualization'],
  },
  {
    uuid: '01970000-0000-7000-8000-000000000005',
    serviceName: 'Web Testing',
    category: 'WEB_TESTING',
    description:
      'Scripts of keywords that test web pages in real browsers: modules, functions, data tables and reports.',
    path: '/web-testing/projects',
    servedBy: ['web-testing'],
  },
];
