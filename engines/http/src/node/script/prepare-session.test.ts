import { afterEach, expect, test } from 'vitest';
import type { PreparableSession } from '../../core/session.ts';
import { buildStep } from '../../testing/build-step.ts';
import { type LocalServer, startHttp } from '../../testing/local-server.ts';
import { createHttpSession } from '../http-session.ts';

let session: PreparableSession;
let server: LocalServer | undefined;
afterEach(async () => {
  await session.close();
  await server?.close();
  server = undefined;
});
const open = () => {
  session = createHttpSession({ scopes: [{ stage: 'test', old: '1' }, { wide: 'w' }] });
};

test('a script without a request sets variables for the following steps', async () => {
  server = await startHttp((request, response) => response.end(request.url));
  open();
  const run = await session.runScript({
    name: 'make',
    code: `pm.environment.set('user', pm.environment.get('stage') + '-7'); pm.variables.set('local', pm.globals.get('wide')); console.log('made')`,
  });
  expect(run).toMatchObject({ variables: { user: 'test-7', local: 'w' }, error: undefined, logs: [{ text: 'made' }] });
  const result = await session.execute(buildStep({ url: `${server.url}/{{user}}/{{local}}` }));
  expect(Buffer.from(result.response?.body.bytes ?? []).toString()).toBe('/test-7/w');
});

test.each([
  ['an error with its line', `\nthrow new Error('no luck')`, { code: 'SCRIPT_ERROR', line: 2 }],
  ['the time limit', 'while (true);', { code: 'TIME_LIMIT' }],
])('a script that ends with %s reports it', async (_name, code, error) => {
  open();
  expect((await session.runScript({ name: 'bad', code, limitMs: 300 })).error).toMatchObject(error);
});

test('variables can be given to a session and are kept in its state', () => {
  open();
  session.setVariables({ token: 'abc', stage: 'given' });
  expect(session.resolve('{{token}} {{stage}} {{wide}} {{missing}}')).toEqual({
    text: 'abc given w {{missing}}',
    unresolved: ['missing'],
  });
  expect(session.state().variables).toEqual({ token: 'abc', stage: 'given' });
});
