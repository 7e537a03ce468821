import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { folderEntry, projectEntry, projectInfo } from '../testing/entries.ts';
import { pageOf, serverFor, showPage } from '../testing/show-page.tsx';
import { NewWorkflowPage } from './new-workflow.page.tsx';

const sent: unknown[] = [];
let isTaken = false;
const server = serverFor(
  http.post('*/folder-and-workflow-by-folder', async ({ request }) => {
    const { deepLinkId } = (await request.json()) as { deepLinkId?: string };
    return HttpResponse.json(pageOf(deepLinkId === undefined ? projectEntry({ folderCount: 1 }) : folderEntry()));
  }),
  http.get('*/api/folder-info', () => HttpResponse.json(projectInfo())),
  http.post('*/services/orchestration/api/workflow', async ({ request }) => {
    sent.push(await request.json());
    return isTaken
      ? HttpResponse.json(
          { code: 'NAME_TAKEN', message: 'A workflow of this name exists.', details: [] },
          { status: 409 },
        )
      : HttpResponse.json({ flowId: 'w9' }, { status: 201 });
  }),
);
const show = () => {
  sent.length = 0;
  return showPage('/test-orchestration/new-work-flow', { '/test-orchestration/new-work-flow': NewWorkflowPage });
};

test('a workflow is named, put into a folder, and its canvas opens', async () => {
  const { user, address } = show();
  await user.click(await screen.findByRole('radio', { name: 'Checkout' }));
  const create = screen.getByRole('button', { name: 'Create Workflow' });
  expect(create).toHaveProperty('disabled', true);
  await user.type(screen.getByLabelText('Workflow name'), ' Nightly ');
  await user.click(create);
  await waitFor(() => expect(address()).toBe('/test-orchestration/work-flow/w9'));
  expect(sent).toEqual([{ folderUuid: 'f1', name: 'Nightly' }]);
});

test('a taken name is reported at the field', async () => {
  isTaken = true;
  const { user } = show();
  await user.type(await screen.findByLabelText('Workflow name'), 'Nightly');
  await user.click(screen.getByRole('button', { name: 'Create Workflow' }));
  expect(await screen.findByText('A workflow of this name exists.')).toBeTruthy();
  expect(sent).toEqual([{ folderUuid: 'p1', name: 'Nightly' }]);
});

test('without a project the page links to the projects', async () => {
  server.use(http.post('*/folder-and-workflow-by-folder', () => HttpResponse.json(pageOf())));
  show();
  expect((await screen.findByRole('link', { name: 'Open projects' })).getAttribute('href')).toBe(
    '/test-orchestration/projects',
  );
});
