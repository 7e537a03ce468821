import { HttpResponse, http } from 'msw';
import type { setupServer } from 'msw/node';
import { pageOf, serverOf } from '../../../ui/testing/show-page.tsx';
import { assetOf, mockOf, projectOf, suiteOf, summaryOf } from './mocks.ts';

export { pageOf, show } from '../../../ui/testing/show-page.tsx';

const root = '*/services/service-virtualization/api';
/** call returns the address of a service virtualization call. */
export const call = (path: string): string => `${root}/${path}`;

/** serverFor mocks the server for the tests of a file, and signs in a user with a team. */
export const serverFor = (...handlers: Parameters<typeof setupServer>) =>
  serverOf(
    ...handlers,
    http.post('*/api/follow-topics', () => new HttpResponse(new ReadableStream(), { status: 200 })),
    http.get(call('projects/all/:id'), () => HttpResponse.json(pageOf(projectOf()))),
    http.get(call('projects/:id'), () => HttpResponse.json(projectOf())),
    http.get(call('mocks/:id'), () => HttpResponse.json(mockOf())),
    http.get(call('mocks/:id/faults'), () => HttpResponse.json({ faults: [] })),
    http.get(call('suites/all/:id'), () => HttpResponse.json({ suites: [suiteOf()] })),
    http.get(call('assets/all/:id'), () => HttpResponse.json(pageOf(summaryOf()))),
    http.get(call('assets/:id'), () => HttpResponse.json(assetOf())),
    http.get(call('tags/:id'), () => HttpResponse.json({ tags: [{ tag: 'smoke', count: 1 }] })),
    http.get(call('files/all/:id'), () => HttpResponse.json(pageOf())),
    http.post(call('assets/check'), () => HttpResponse.json({ problems: [], warnings: [] })),
  );
