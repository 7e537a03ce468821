import { expect, test } from 'vitest';
import { newScript } from '../editor/script-draft.ts';
import { isCurl, readPasted } from './pasted-request.ts';

test('a curl command becomes method, address, rows, headers, body and authentication; name and assertions stay', async () => {
  const draft = {
    ...newScript(),
    assertions: [{ kind: 'status' as const, operator: 'equals' as const, expected: 201, enabled: true }],
  };
  const command = `curl -X POST 'https://a.test/orders?dry=1' -u ana:paws -H 'X-Tag: blue' -H 'Content-Type: application/json' -d '{"item":"tea"}'`;
  const pasted = await readPasted(command, draft);
  expect(pasted?.notes).toEqual([]);
  expect(pasted?.draft).toMatchObject({
    scriptName: '',
    method: 'POST',
    url: 'https://a.test/orders',
    queryParams: [{ key: 'dry', value: '1', enabled: true }],
    headers: [{ key: 'X-Tag', value: 'blue' }],
    body: { type: 'json', content: '{"item":"tea"}' },
    authentication: { type: 'basic', username: 'ana', password: 'paws' },
    assertions: draft.assertions,
  });
});

test('unsupported parts of a command are reported', async () => {
  const pasted = await readPasted('curl --florp https://a.test/{id} --next https://b.test', newScript('Mine'));
  expect(pasted?.draft).toMatchObject({ scriptName: 'Mine', method: 'GET', url: 'https://a.test/{id}' });
  expect(pasted?.notes.join(' ')).toMatch(/--florp is not known.*Only the first/);
});

test.each(['curl', 'curl --help', "curl 'ftp://a.test/x'"])('%s has no request to use', async (command) => {
  expect(await readPasted(command, newScript())).toBeUndefined();
});

test.each([
  ['curl https://a.test', true],
  ['  $ curl -s https://a.test', true],
  ['CURL.exe "https://a.test"', true],
  ['https://a.test/curl x', false],
  ['curly', false],
])('%s: %s', (text, is) => {
  expect(isCurl(text)).toBe(is);
});
