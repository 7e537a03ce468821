import { headingOf, type Place } from '../../../shared/testing/place.ts';

const screens: readonly [name: string, path: string, heading: string][] = [
  ['monitored APIs', '/api-monitoring', 'Monitored APIs'],
  ['monitoring projects', '/api-monitoring/projects', 'Projects'],
  ['monitoring incidents', '/api-monitoring/incidents', 'Incidents'],
  ['monitoring alerts', '/api-monitoring/alerts', 'Alerts'],
  ['monitoring maintenance', '/api-monitoring/maintenance', 'Maintenance'],
  ['status pages', '/api-monitoring/status-pages', 'Status pages'],
  ['uptime reports', '/api-monitoring/reports', 'Uptime reports'],
  ['monitoring environments', '/api-monitoring/environments', 'Environments'],
  ['monitoring certificates', '/api-monitoring/certificates', 'Certificates'],
  ['details of a monitored API', '/api-monitoring-details', 'Monitored API'],
];

export const places: readonly Place[] = screens.map(([name, path, heading]) => ({
  name,
  visitor: 'tester',
  openTo: 'everybody',
  path: () => path,
  ready: (page) => headingOf(page, heading),
  ...(path.endsWith('/environments') ? { alsoAt: ['/api-monitoring/global-variables'] } : {}),
}));
