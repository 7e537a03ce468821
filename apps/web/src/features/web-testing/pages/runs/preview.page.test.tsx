import { screen, waitFor, within } from '@testing-library/react';
import { encodeLiveNews, type LiveNews } from '@touchstone/contracts/web-testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { session } from '../../../../shared/session/browser-session.ts';
import { id, runOf } from '../../testing/mocks.ts';
import { call, serverFor, show } from '../../testing/show-page.tsx';
import { PreviewPage } from './preview.page.tsx';

const actions: string[] = [];
let stream: ReadableStreamDefaultController<Uint8Array>;
const runningRun = runOf({ status: 'running', executionStatus: 'Running', finishedAt: null });
const server = serverFor(
  http.get('*/services/runs/api/runs/:runId', () => HttpResponse.json(runningRun)),
  http.get(
    call('live-view'),
    () =>
      new HttpResponse(
        new ReadableStream<Uint8Array>({
          start(controller) {
            stream = controller;
          },
        }),
      ),
  ),
  http.put(call('live-control'), async ({ request }) => {
    actions.push(((await request.json()) as { action: string }).action);
    return HttpResponse.json({ message: 'Done' });
  }),
);
beforeEach(() => {
  actions.length = 0;
});
const emit = (...news: LiveNews[]) => {
  for (const one of news) stream.enqueue(encodeLiveNews(one));
};
const open = () => show(<PreviewPage />, `/execution-preview?run=${id(9)}`);

test('a run in progress is watched, paused, taken over and resumed', async () => {
  const { user } = open();
  const live = within(await screen.findByRole('region', { name: 'Browser of the run' }));
  await waitFor(() => expect(stream).toBeDefined());
  emit({ type: 'paused', isPaused: false }, { type: 'idle' });
  await live.findByText('The run has no browser open now. It is shown once one opens.');
  emit({ type: 'tabs', tabs: [{ title: 'Shop', url: 'https://shop.example/' }], current: 1 });
  await user.click(await live.findByRole('button', { name: 'Pause' }));
  emit({ type: 'paused', isPaused: true });
  await user.click(await live.findByRole('button', { name: 'Next step' }));
  await user.click(live.getByRole('button', { name: 'Take over' }));
  expect((live.getByRole('button', { name: 'Reload' }) as HTMLButtonElement).disabled).toBe(true);
  emit({ type: 'control', userId: session.getState().account?.userId ?? '', name: 'Ada' });
  await waitFor(() => expect((live.getByRole('button', { name: 'Reload' }) as HTMLButtonElement).disabled).toBe(false));
  expect(live.queryByRole('button', { name: 'Take over' })).toBeNull();
  await user.click(live.getByRole('button', { name: 'Go on' }));
  expect(actions).toEqual(['pause', 'next', 'take', 'resume']);
  emit({ type: 'ended', message: 'The run has ended.' });
  await live.findByText('The run has ended.');
  stream.close();
});

test('a run that has ended shows its report', async () => {
  server.use(http.get('*/services/runs/api/runs/:runId', () => HttpResponse.json(runOf())));
  open();
  await screen.findByText('This run has ended');
  expect(screen.getAllByRole('link', { name: 'Full report' })[0]?.getAttribute('href')).toContain(id(9));
});

test('without a run the page links to the runs', async () => {
  show(<PreviewPage />, '/execution-preview');
  await screen.findByText('No run is chosen');
});
