import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { type ComponentType, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { newScript } from '../../model/editor/script-draft.ts';
import { knownVariables } from '../../model/request/known-variables.ts';
import { KnownVariables } from './known-variables.ts';
import { AssertionsSection } from './sections/assertions-section.tsx';
import { AuthSection } from './sections/auth-section.tsx';
import { BodySection } from './sections/body-section.tsx';
import { ExtractSection } from './sections/extract-section.tsx';
import { ConditionFields } from './sections/flow-fields.tsx';
import { HeadersSection, ParamsSection } from './sections/params-section.tsx';

interface SectionProps {
  draft: ScriptInput;
  onChange: (draft: ScriptInput) => void;
  problems: Record<string, string>;
}
const noActions = {
  fresh: null,
  suggestedCount: 0,
  suggest: vi.fn(),
  undoSuggestions: vi.fn(),
  keepSuggestions: vi.fn(),
};
const Assertions = (props: SectionProps) => <AssertionsSection {...props} actions={noActions} canSuggest={false} />;
const Body = (props: SectionProps) => <BodySection {...props} projectId={undefined} suiteId={undefined} />;

const known = knownVariables([
  {
    source: 'Staging',
    variables: [
      { name: 'baseUrl', value: 'https://staging.test', isSecret: false, enabled: true },
      { name: 'token', value: '', isSecret: true, enabled: true },
    ],
  },
]);
let draft: ScriptInput;
function Screen({ Section, start }: { Section: ComponentType<SectionProps>; start: Partial<ScriptInput> }) {
  const [state, setState] = useState<ScriptInput>({ ...newScript('Order'), ...start });
  draft = state;
  return (
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <KnownVariables value={known}>
          <Section draft={state} onChange={setState} problems={{}} />
        </KnownVariables>
      </QueryClientProvider>
    </MantineProvider>
  );
}
const signed = {
  type: 'asap',
  algorithm: 'RS256',
  keyId: '',
  issuer: '',
  audience: '',
  privateKey: '',
  claims: '',
} as const;
const jsonAssertion = { kind: 'jsonPath', path: '', operator: 'equals', expected: '', enabled: true } as const;

const places: [place: string, Section: ComponentType<SectionProps>, field: string, start: Partial<ScriptInput>][] = [
  ['a query parameter', ParamsSection, 'Value of query parameter 1', {}],
  ['a header', HeadersSection, 'Value of header 1', {}],
  ['a field of form data', Body, 'Value of field 1', { body: { type: 'form', fields: [] } }],
  ['a url-encoded field', Body, 'Value of field 1', { body: { type: 'urlencoded', fields: [] } }],
  [
    'a line of the authentication',
    AuthSection,
    'Username',
    { authentication: { type: 'basic', username: '', password: '' } },
  ],
  ['a secret of the authentication', AuthSection, 'Token', { authentication: { type: 'bearer', token: '' } }],
  ['several lines of the authentication', AuthSection, 'Additional claims (optional)', { authentication: signed }],
  ['the path of an assertion', Assertions, 'Path of assertion 1', { assertions: [jsonAssertion] }],
  ['an expected value', Assertions, 'Expected value of assertion 1', { assertions: [jsonAssertion] }],
  [
    'an expected schema',
    Assertions,
    'Expected value of assertion 1',
    { assertions: [{ ...jsonAssertion, operator: 'schema' }] },
  ],
  [
    'the path of a data handler',
    ExtractSection,
    'Extract path of data handler 1',
    { dataHandlers: [{ name: 'id', source: 'jsonPath', path: '', enabled: true }] },
  ],
  [
    'the value of a condition',
    ConditionFields,
    'Value',
    { condition: { variable: 'stage', operator: 'equals', expected: '' } },
  ],
];

test.each(places)('%s completes variables, shows their values and marks those without one', async (...place) => {
  const [, Section, label, start] = place;
  render(<Screen Section={Section} start={start} />);
  const user = userEvent.setup();
  const field = () => screen.getByLabelText<HTMLInputElement>(label);
  await user.type(field(), '{{{{b');
  await screen.findByRole('option', { name: /baseUrl.*https:\/\/staging\.test · Staging/ });
  await user.keyboard('{Enter}');
  expect(field().value).toBe('{{baseUrl}}');
  expect(JSON.stringify(draft)).toContain('"{{baseUrl}}"');
  expect(field().title).toBe('{{baseUrl}}: https://staging.test · Staging');
  expect(screen.queryByRole('img', { name: /^No value/ })).toBeNull();
  await user.paste('{{id}}');
  expect(field().title).toMatch(/\n\{\{id\}\}: No value\./);
  await user.hover(screen.getByRole('img', { name: 'No value for {{id}}' }));
  await screen.findByRole('tooltip', { name: /Define it in the environment/ });
});

test('a secret field stays hidden, and never shows the value of a secret variable', async () => {
  render(<Screen Section={AuthSection} start={{ authentication: { type: 'bearer', token: '{{token}}' } }} />);
  const field = screen.getByLabelText<HTMLInputElement>('Token');
  expect(field).toMatchObject({ type: 'password', title: '{{token}}: •••••• · Staging', autocomplete: 'new-password' });
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show or hide', hidden: true }));
  expect(field.type).toBe('text');
});

test('Escape closes the variable list and keeps the typed text', async () => {
  render(<Screen Section={AuthSection} start={{ authentication: { type: 'bearer', token: '' } }} />);
  const user = userEvent.setup();
  const field = screen.getByLabelText<HTMLInputElement>('Token');
  await user.type(field, '{{{{t');
  await screen.findByRole('option', { name: /token/ });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
  expect(field.value).toBe('{{t');
});

test.each([
  ['GraphQL query', 'query { pet(id: "{{id}}") { url(base: "{{baseUrl}}") } }'],
  ['GraphQL variables as JSON', '{ "id": "{{id}}", "base": "{{baseUrl}}" }'],
])('%s marks variables without a value and describes the others', async (label, text) => {
  const [query, variables] = label === 'GraphQL query' ? [text, ''] : ['', text];
  render(<Screen Section={Body} start={{ body: { type: 'graphql', query, variables } }} />);
  const editor = await screen.findByRole('textbox', { name: label });
  const marks = [...editor.querySelectorAll<HTMLElement>('[title]')];
  expect(
    marks.map(({ textContent, title, classList }) => [textContent, title, classList.contains('cm-noValue')]),
  ).toEqual([
    ['{{id}}', expect.stringMatching(/^\{\{id\}\}: No value\./), true],
    ['{{baseUrl}}', '{{baseUrl}}: https://staging.test · Staging', false],
  ]);
});
