import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { newScript } from '../../model/editor/script-draft.ts';
import { knownVariables } from '../../model/request/known-variables.ts';
import { KnownVariables } from './known-variables.ts';
import { RequestLine } from './request-line.tsx';
import { ParamsSection } from './sections/params-section.tsx';

let draft: ScriptInput;
const onSend = vi.fn();
const noop = () => undefined;
const known = knownVariables([
  {
    source: 'Staging',
    variables: [
      { name: 'baseUrl', value: 'https://staging.test', isSecret: false, enabled: true },
      { name: 'token', value: '', isSecret: true, enabled: true },
    ],
  },
]);
function Screen({ start }: { start: Partial<ScriptInput> }) {
  const [state, setState] = useState<ScriptInput>({ ...newScript(), ...start });
  draft = state;
  const shared = { draft: state, onChange: setState, problems: {} };
  return (
    <MantineProvider env="test">
      <KnownVariables value={known}>
        <RequestLine
          {...shared}
          canWrite
          unsaved
          saving={false}
          sending={false}
          onSave={noop}
          onSend={onSend}
          onStop={noop}
        />
        <ParamsSection {...shared} />
      </KnownVariables>
    </MantineProvider>
  );
}
const address = () => screen.getByLabelText<HTMLInputElement>('Address');
beforeEach(() => onSend.mockClear());

test('a new request focuses its address; a pasted address is sent with Enter', async () => {
  render(<Screen start={{}} />);
  const user = userEvent.setup();
  expect(document.activeElement).toBe(address());
  await user.paste('https://a.test/orders?limit=5');
  await user.keyboard('{Enter}');
  expect(onSend).toHaveBeenCalledOnce();
  expect(draft).toMatchObject({ url: 'https://a.test/orders', queryParams: [{ key: 'limit', value: '5' }] });
});

test('a pasted curl command becomes the request', async () => {
  // The curl parser loads with the first command.
  await import('../../model/request/read-curl.ts');
  render(<Screen start={{}} />);
  const user = userEvent.setup();
  await user.paste("curl -X PUT 'https://a.test/orders/7' -H 'X-Tag: blue' -d '{\"a\":1}'");
  await waitFor(() => expect(address().value).toBe('https://a.test/orders/7'));
  expect(draft).toMatchObject({ method: 'PUT', body: { type: 'json', content: '{"a":1}' } });
  expect(draft.headers[0]).toMatchObject({ key: 'X-Tag', value: 'blue' });
});

test('Enter while a pasted command is still being parsed sends it once it is ready', async () => {
  const sentTo: string[] = [];
  onSend.mockImplementationOnce(() => sentTo.push(draft.url));
  render(<Screen start={{}} />);
  fireEvent.paste(address(), { clipboardData: { getData: () => "curl 'https://a.test/orders/7'" } });
  fireEvent.keyDown(address(), { key: 'Enter' });
  expect(onSend).not.toHaveBeenCalled();
  await waitFor(() => expect(sentTo).toEqual(['https://a.test/orders/7']));
  expect(onSend).toHaveBeenCalledOnce();
});

test('address and rows stay in sync, whichever is edited, and typed text stays as typed', async () => {
  render(
    <Screen
      start={{ url: 'https://a.test', queryParams: [{ key: 'a', value: '1', enabled: true, description: 'first' }] }}
    />,
  );
  const user = userEvent.setup();
  await user.type(address(), '&b=');
  expect(address().value).toBe('https://a.test?a=1&b=');
  await user.type(address(), '2&');
  expect(address().value).toBe('https://a.test?a=1&b=2&');
  expect(screen.getByLabelText<HTMLInputElement>('Value of query parameter 2').value).toBe('2');
  expect(screen.getByLabelText<HTMLInputElement>('Description of query parameter 1').value).toBe('first');
  await user.clear(screen.getByLabelText('Value of query parameter 1'));
  await user.type(screen.getByLabelText('Value of query parameter 1'), '9');
  expect(address().value).toBe('https://a.test?a=9&b=2');
  await user.click(screen.getByRole('checkbox', { name: 'Use query parameter a' }));
  expect(address().value).toBe('https://a.test?b=2');
  await user.type(address(), '2');
  expect(draft.queryParams).toMatchObject([
    { key: 'a', enabled: false },
    { key: 'b', value: '22' },
  ]);
});

test('variables are completed after braces; other keys keep their meaning in the field', async () => {
  render(<Screen start={{}} />);
  const user = userEvent.setup();
  await user.type(address(), '{{{{b');
  await screen.findByRole('option', { name: /baseUrl/ });
  await user.keyboard('{Enter}');
  expect(address().value).toBe('{{baseUrl}}');
  expect(onSend).not.toHaveBeenCalled();
  expect(screen.queryByRole('option')).toBeNull();
  expect(address().title).toBe('{{baseUrl}}: https://staging.test · Staging');
  await user.type(address(), '/x{Enter}');
  expect(onSend).toHaveBeenCalledOnce();
});

test('a variable without a value is marked next to the field, and a secret is never shown', async () => {
  render(
    <Screen start={{ url: '{{baseUrl}}/{{id}}', queryParams: [{ key: 't', value: '{{token}}', enabled: true }] }} />,
  );
  expect(screen.getAllByRole('img', { name: 'No value for {{id}}' })).toHaveLength(1);
  expect(screen.getByLabelText('Value of query parameter 1').title).toBe('{{token}}: •••••• · Staging');
});
