import { screen, waitFor } from '@testing-library/react';
import type { ManagementTool } from '@touchstone/contracts/web-testing';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { id, reportOf, resultOf, toolOf } from '../../testing/mocks.ts';
import { call, serverFor, show } from '../../testing/show-page.tsx';
import { StepResult } from '../results/step-result.tsx';

const server = serverFor();
const result = resultOf('b', {
  title: 'Verify Text',
  status: 'failed',
  message: 'Total is wrong.',
  path: ['Buy a lamp'],
});
const open = (tools: ManagementTool[], given: Partial<typeof result> = {}) => {
  const asked = { times: 0 };
  server.use(
    http.get(call('management-tool-configurations'), () => {
      asked.times += 1;
      return HttpResponse.json({ managementTools: tools });
    }),
    http.get(call('test-report-details'), () => HttpResponse.json(reportOf([result]))),
  );
  const shown = show(
    <StepResult runId={id(9)} result={{ ...result, ...given }} canWrite={false} />,
    '/web-testing/modules',
  );
  return { ...shown, asked };
};

test('a failed step opens the prefilled form of the only tool in a new tab', async () => {
  open([toolOf()]);
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Report in Issues' });
  const { origin, pathname, searchParams } = new URL(link.href);
  expect(origin + pathname).toBe('https://github.com/acme/shop/issues/new');
  expect(searchParams.get('title')).toBe('Buy a lamp: Verify Text');
  expect(searchParams.get('body')).toContain('Total is wrong.');
  expect(searchParams.get('body')).toContain(`/web-testing/web-final-result?run=${id(9)}&step=run-b`);
  expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer']);
});

test('several tools are in a menu', async () => {
  const boards = { tool: 'AZURE', address: 'https://dev.azure.com/acme/shop', workItemType: 'Bug' } as const;
  const { user } = open([toolOf({ uuid: id(86), name: 'Boards', settings: boards }), toolOf()]);
  await user.click(await screen.findByRole('button', { name: 'Report…' }));
  const items = await screen.findAllByRole<HTMLAnchorElement>('menuitem');
  expect(items.map(({ textContent, rel }) => [textContent, rel])).toEqual([
    ['Report in Boards', 'noopener noreferrer'],
    ['Report in Issues', 'noopener noreferrer'],
  ]);
  expect(items[0]?.href).toContain('https://dev.azure.com/acme/shop/_workitems/create/Bug?');
});

test('without a tool, or with one that has no web address, nothing is offered', async () => {
  const unsafe = { tool: 'OTHER', address: 'javascript:alert("{title}{text}")' } as const;
  const { asked } = open([toolOf({ settings: unsafe })]);
  await waitFor(() => expect(asked.times).toBe(1));
  expect(screen.queryByText(/Report/)).toBeNull();
});

test('a passed step requests no tools', async () => {
  const { asked } = open([toolOf()], { status: 'passed' });
  expect(await screen.findByText('Passed')).toBeTruthy();
  expect(screen.queryByText(/Report/)).toBeNull();
  expect(asked.times).toBe(0);
});
