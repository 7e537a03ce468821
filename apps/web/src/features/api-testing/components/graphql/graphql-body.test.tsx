import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ScriptBody } from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { newScript } from '../../model/editor/script-draft.ts';
import { GraphqlBody } from './graphql-body.tsx';

type Body = Extract<ScriptBody, { type: 'graphql' }>;

function edit(given: Partial<Body>, accept?: string) {
  const written: { body: Body } = { body: { type: 'graphql', query: '', variables: '', ...given } };
  const headers = accept === undefined ? [] : [{ key: 'Accept', value: accept, enabled: true }];
  function Shown() {
    const [body, setBody] = useState(written.body);
    written.body = body;
    const draft = { ...newScript('Prices'), url: 'https://a.test/graphql', headers, body };
    return <GraphqlBody draft={draft} body={body} place={{}} problems={{}} onChange={setBody} />;
  }
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Shown />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { written, user: userEvent.setup() };
}
const transport = () => screen.queryByRole<HTMLInputElement>('combobox', { name: 'How results come' });

test('a subscription uses WebSocket, or what the user chooses', async () => {
  const { written, user } = edit({ query: 'subscription { price }' });
  expect(transport()?.value).toBe('Over WebSocket');
  await user.click(transport()!);
  await user.click(await screen.findByRole('option', { name: 'As server-sent events' }));
  expect(written.body).toMatchObject({ query: 'subscription { price }', subscription: 'serverSentEvents' });
  expect(transport()?.value).toBe('As server-sent events');
});

test('an Accept header set by the user requests events', () => {
  edit({ query: 'subscription { price }' }, 'text/event-stream');
  expect(transport()?.value).toBe('As server-sent events');
});

test.each([[{ query: 'query { price }' }], [{ query: 'query A { a } subscription B { b }', operationName: 'A' }]])(
  '%j has a single response, so no transport to choose',
  (given) => {
    edit(given);
    expect(transport()).toBeNull();
  },
);

test('the subscription selected to run has the choice', () => {
  edit({ query: 'query A { a } subscription B { b }', operationName: 'B' });
  expect(transport()).not.toBeNull();
});
