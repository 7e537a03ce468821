import { withQuery } from '../../shared/feature/with-query.ts';

interface Overview {
  project?: string | undefined;
  collection?: string;
  /** Opens a create dialog. */
  create?: 'project' | 'monitor';
}

const root = '/api-monitoring';

/** Addresses of API monitoring. */
export const apiMonitoringPaths = {
  /** The monitored APIs of a project; without one, of the last opened project. */
  overview: (shown: Overview = {}) => withQuery(root, shown),
  /** A monitored API, optionally with one of its checks or incidents. */
  details: (monitor: string, shown: { result?: string; tab?: 'results' | 'incidents' } = {}) =>
    withQuery('/api-monitoring-details', { monitor, ...shown }),
  projects: `${root}/projects`,
  incidents: (incident?: string) => withQuery(`${root}/incidents`, { incident }),
  alerts: `${root}/alerts`,
  maintenance: `${root}/maintenance`,
  /** The status pages of a project, or one of them. */
  statusPages: (statusPage?: string) => withQuery(`${root}/status-pages`, { id: statusPage }),
  reports: `${root}/reports`,
  environments: (environment?: string) => withQuery(`${root}/environments`, { environment }),
  globals: `${root}/global-variables`,
  certificates: `${root}/certificates`,
};
