import { dialogOf, headingOf, type Place, type PlaceIds } from '../../../shared/testing/place.ts';

const screens: readonly [name: string, path: string, heading: string, alsoAt?: string][] = [
  ['monitored APIs', '/api-monitoring', 'Monitored APIs'],
  ['monitoring projects', '/api-monitoring/projects', 'Projects'],
  ['monitoring incidents', '/api-monitoring/incidents', 'Incidents'],
  ['monitoring alert policies', '/api-monitoring/alerts', 'Alerts'],
  ['monitoring maintenance', '/api-monitoring/maintenance', 'Maintenance'],
  ['status pages', '/api-monitoring/status-pages', 'Status pages'],
  ['uptime reports', '/api-monitoring/reports', 'Uptime reports'],
  ['monitoring environments', '/api-monitoring/environments', 'Environments', '/api-monitoring/global-variables'],
  ['monitoring certificates', '/api-monitoring/certificates', 'Certificates'],
];

const common = { visitor: 'tester', openTo: 'everybody' } as const;
const ofProject = (path: string) => (ids: PlaceIds) => `${path}?project=${ids.monitoringProjectId}`;
const alerts = (tab: string) => (ids: PlaceIds) => `${ofProject('/api-monitoring/alerts')(ids)}&tab=${tab}`;

export const places: readonly Place[] = [
  ...screens.map(
    ([name, path, heading, alsoAt]): Place => ({
      ...common,
      name,
      path: ofProject(path),
      ready: (page) => headingOf(page, heading),
      ...(alsoAt && { alsoAt: [alsoAt] }),
    }),
  ),
  {
    ...common,
    name: 'monitoring alert channels',
    path: alerts('channels'),
    ready: (page) => page.getByRole('table', { name: 'Alert channels' }).getByText('On call').waitFor(),
  },
  {
    ...common,
    name: 'monitoring alert deliveries',
    path: alerts('deliveries'),
    ready: (page) => page.getByRole('table', { name: 'Deliveries' }).getByText('On call').first().waitFor(),
  },
  {
    ...common,
    name: 'monitoring error budgets',
    path: alerts('budgets'),
    ready: (page) => page.getByText('No error budget burns too fast').waitFor(),
  },
  {
    ...common,
    name: 'form of a monitored API',
    path: ofProject('/api-monitoring'),
    async ready(page) {
      await page.getByRole('button', { name: 'Create monitored API' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: /^HTTP/ }).click();
      await page.getByRole('dialog').getByLabel('URL').waitFor();
    },
  },
  {
    ...common,
    name: 'details of a monitored API',
    path: ({ monitorId }) => `/api-monitoring-details?monitor=${monitorId}`,
    ready: (page) => page.getByRole('table', { name: 'Results' }).getByText('Up').first().waitFor(),
  },
  {
    ...common,
    name: 'incident of a monitored API',
    path: ({ incidentId }) => `/api-monitoring/incidents?incident=${incidentId}`,
    ready: (page) => page.getByRole('region', { name: 'Failing check' }).getByText('503').first().waitFor(),
  },
  {
    ...common,
    name: 'status page with its notices',
    path: ({ statusPageId }) => `/api-monitoring/status-pages?id=${statusPageId}`,
    ready: (page) => page.getByRole('region', { name: 'Notices' }).getByText('Paying is down').first().waitFor(),
  },
  {
    ...common,
    name: 'form of a status page',
    path: ofProject('/api-monitoring/status-pages'),
    ready: (page) => dialogOf(page, 'Create status page'),
  },
];
