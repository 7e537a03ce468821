import { HttpResponse, http } from 'msw';
import type { setupServer } from 'msw/node';
import { pageOf, serverOf } from '../../../ui/testing/show-page.tsx';
import { collectionOf, countsOf, monitorOf, projectOf, summaryOf } from './monitors.ts';

export { pageOf, show, teamId } from '../../../ui/testing/show-page.tsx';

const root = '*/services/api-monitoring/api';
/** call returns the address of a monitoring call. */
export const call = (path: string): string => `${root}/${path}`;

/** serverFor mocks the server for the tests of a file, and signs in a user with a team. */
export const serverFor = (...handlers: Parameters<typeof setupServer>) =>
  serverOf(
    ...handlers,
    http.get(call('projects/all/:id'), () => HttpResponse.json(pageOf(projectOf()))),
    http.get(call('projects/:id'), () => HttpResponse.json(projectOf())),
    http.get(call('collections/all/:id'), () => HttpResponse.json(pageOf(collectionOf()))),
    http.get(call('monitored-apis/all/:id'), () => HttpResponse.json(pageOf(summaryOf()))),
    http.get(call('monitored-apis/:id'), () => HttpResponse.json(monitorOf())),
    http.get(call('alert-policies'), () => HttpResponse.json(pageOf())),
    http.get(call('alert-channels'), () => HttpResponse.json(pageOf())),
    http.get(call('regions'), () => HttpResponse.json({ regions: [{ region: 'eu', runners: 1 }] })),
    http.get(call('test-status'), () =>
      HttpResponse.json({
        monitors: countsOf({ total: 1, UP: 1 }),
        openIncidents: 2,
        uptimePercent: 99.5,
        latency: latencyOf(),
      }),
    ),
    http.get('*/services/api-testing/api/projects', () => HttpResponse.json(pageOf())),
    http.get('*/services/api-testing/api/scripts', () => HttpResponse.json(pageOf())),
    http.get('*/api/get-environments-by-projectId', () => HttpResponse.json({ environments: [] })),
  );

/** Response times of a few checks. */
export const latencyOf = () => ({
  count: 10,
  minMs: 80,
  averageMs: 120,
  p50Ms: 110,
  p90Ms: 160,
  p95Ms: 180,
  p99Ms: 240,
  maxMs: 250,
});
