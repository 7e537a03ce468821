import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { type JobDraft, newDraft } from '../model/schedule-draft.ts';
import { show } from '../testing/show-page.tsx';
import { ResultFields } from './result-fields.tsx';

let draft: JobDraft;
function Fields({ given }: { given: Partial<JobDraft> }) {
  const [state, setState] = useState(newDraft(new Date('2026-11-25T12:00:00Z'), 'Europe/Berlin', given));
  draft = state;
  const change = (patch: Partial<JobDraft>) => setState((before) => ({ ...before, ...patch }));
  return <ResultFields draft={state} problems={{}} ownEmail="ada@example.test" onChange={change} />;
}
const choose = async (given: Partial<JobDraft>, ...choices: string[]) => {
  const { user } = show(<Fields given={given} />);
  for (const name of choices) {
    await user.click(await screen.findByRole('combobox', { name: 'Notify' }));
    await user.click(await screen.findByRole('option', { name }));
  }
};

test('users who want to be notified need not type their own address', async () => {
  await choose({}, 'When a run fails');
  expect(draft).toMatchObject({ notifyWhen: 'FAILURE', emails: ['ada@example.test'] });
});

test.each<[string, Partial<JobDraft>, string[]]>([
  ['another address is named', { emails: ['ops@example.test'] }, ['ops@example.test']],
  ['a webhook is named', { webhookUrl: 'https://hooks.test/1' }, []],
])('no address is added if %s already', async (_, given, emails) => {
  await choose(given, 'After every run');
  expect(draft.emails).toEqual(emails);
});

test('a removed address does not come back with another choice', async () => {
  await choose({ notifyWhen: 'ALWAYS' }, 'When the result changes');
  expect(draft.emails).toEqual([]);
});
