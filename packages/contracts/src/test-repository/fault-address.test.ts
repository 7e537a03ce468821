import { expect, test } from 'vitest';
import { type Fault, faultAddress } from './fault-address.ts';
import { type ManagementToolSettings, managementToolSettingsSchema } from './management-tool.ts';

const jira = { tool: 'JIRA', address: 'https://acme.test/jira/', jiraProjectId: '10', jiraIssueTypeId: '20' } as const;
const azure = { tool: 'AZURE', address: 'https://dev.azure.com/acme/shop', workItemType: 'Product Bug' } as const;
const gitHub = { tool: 'GITHUB', address: 'https://github.com/acme/shop.git' } as const;
const other = { tool: 'OTHER', address: 'http://tracker.test:8080/new?s={title}&b={text}#form' } as const;
const fault = { title: 'Kauf: "Größe" & Preis', text: 'a < b\nc = d', source: 'https://t.test/?run=1&step=2' };
const title = 'Kauf%3A%20%22Gr%C3%B6%C3%9Fe%22%20%26%20Preis';
const text = 'a%20%3C%20b%0Ac%20%3D%20d%0A%0Ahttps%3A%2F%2Ft.test%2F%3Frun%3D1%26step%3D2';

test.each<[ManagementToolSettings, string]>([
  [
    jira,
    `https://acme.test/jira/secure/CreateIssueDetails!init.jspa?pid=10&issuetype=20&summary=${title}&description=${text}`,
  ],
  [gitHub, `https://github.com/acme/shop/issues/new?title=${title}&body=${text}`],
  [other, `http://tracker.test:8080/new?s=${title}&b=${text}#form`],
])('the form of $tool opens with title and text', (settings, address) => {
  expect(faultAddress(settings, fault)).toBe(address);
});

test('Azure DevOps takes the text as HTML, in which no markup is active', () => {
  const made = new URL(faultAddress(azure, { ...fault, text: '<img src=x onerror="a&b">\nd' }) ?? '');
  expect(made.origin + made.pathname).toBe('https://dev.azure.com/acme/shop/_workitems/create/Product%20Bug');
  expect([...made.searchParams]).toEqual([
    ['[System.Title]', fault.title],
    [
      '[Microsoft.VSTS.TCM.ReproSteps]',
      '&lt;img src=x onerror=&quot;a&amp;b&quot;&gt;<br>d<br><br>https://t.test/?run=1&amp;step=2',
    ],
  ]);
});

test.each<[string, Partial<Fault>]>([
  ['plain', { text: 'a'.repeat(9000) }],
  ['umlauts', { title: 'ü'.repeat(500), text: 'ä\n'.repeat(3000) }],
  ['signs of many bytes', { title: '😀'.repeat(500), text: '漢😀'.repeat(3000) }],
  ['what HTML writes long', { text: '"<&>'.repeat(3000) }],
  ['half characters', { title: '\ud800', text: 'b\udfff' }],
])('an address stays short and says where the fault was seen: %s', (_, given) => {
  for (const settings of [jira, azure, gitHub, other]) {
    const address = faultAddress(settings, { ...fault, ...given }) ?? '';
    expect(address.length).toBeLessThanOrEqual(6000);
    expect(address).toMatch(/t\.test%2F%3Frun%3D1%26(amp%3B)?step%3D2/);
    expect(() => decodeURIComponent(address)).not.toThrow();
  }
});

test('a text has at most 2,000 characters', () => {
  const made = new URL(faultAddress(gitHub, { title: 't', text: 'a'.repeat(2001), source: '' }) ?? '');
  expect(made.searchParams.get('body')).toBe(`${'a'.repeat(1999)}…`);
});

test.each([
  'javascript:alert(1)//{title}{text}',
  'data:text/html,{title}{text}',
  'https://user:secret@tracker.test/{title}{text}',
  'https://{title}.test/{text}',
  'https://{text}.test/{title}{text}',
  'https://tracker.test/{title}',
  'https:tracker.test/{title}{text}',
  'https://tracker.test/ {title}{text}',
  'https://tracker.test\\{title}{text}',
  `https://tracker.test/{title}{text}${'a'.repeat(500)}`,
  '',
])('%s is rejected', (address) => {
  expect(managementToolSettingsSchema.safeParse({ tool: 'OTHER', address }).success).toBe(false);
});

test('an address that is no web address opens nothing, wherever it comes from', () => {
  expect(faultAddress({ tool: 'OTHER', address: 'javascript:alert("{title}{text}")' }, fault)).toBeUndefined();
  expect(faultAddress({ ...jira, address: 'javascript:alert(1)' }, fault)).toBeUndefined();
});

test.each([
  { ...jira, jiraProjectId: 'SHOP' },
  { ...jira, address: 'https://acme.test/?a' },
  { ...jira, address: 'https://acme.test/#a' },
  { ...azure, workItemType: '..' },
  { ...gitHub, jiraProjectId: '10' },
])('settings that the tool would not understand are rejected: %o', (settings) => {
  expect(managementToolSettingsSchema.safeParse(settings).success).toBe(false);
});
