import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { configurationOf, id } from '../../testing/mocks.ts';
import { call, serverFor, show } from '../../testing/show-page.tsx';
import { webSubjects } from './schedule-fields.tsx';

serverFor(http.get(call('run-configurations'), () => HttpResponse.json({ runConfigurations: [configurationOf()] })));
const [form] = webSubjects.scheduleForms ?? [];

function Form({ given }: { given: string | null }) {
  const [chosen, setChosen] = useState(given);
  if (!form) return null;
  return (
    <form.Fields
      projectId={id(1)}
      targetId={id(71)}
      configurationId={chosen}
      options={{}}
      onChange={({ configurationId = null }) => setChosen(configurationId)}
    />
  );
}

test('a suite is scheduled with a run configuration of its project [web-execution-7]', async () => {
  expect(form?.kind).toBe('web-suite');
  const { user } = show(<Form given={null} />, '/web-testing/schedules');
  const select = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Run configuration' });
  expect(select.placeholder).toBe('Chromium · 1280 × 720');
  await user.click(select);
  await user.click(await screen.findByRole('option', { name: 'Nightly' }));
  expect(select.value).toBe('Nightly');
});

test('a deleted run configuration is reported', async () => {
  show(<Form given={id(99)} />, '/web-testing/schedules');
  expect(await screen.findByText('The run configuration was deleted. Choose another one.')).toBeTruthy();
});
