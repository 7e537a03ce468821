import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { expect, test } from 'vitest';
import { createHttpSession as createSession } from '../index.ts';
import { startHttp } from '../testing/local-server.ts';

test('the README example works as described', async () => {
  const server = await startHttp((request, response) => {
    const isRight = request.method === 'POST' && request.headers.authorization?.startsWith('Basic ');
    response.writeHead(isRight ? 201 : 400, { 'Content-Type': 'application/json' });
    response.end('{"id":"o-1","items":[{"price":3},{"price":4}]}');
  });
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(readme)![1]!.replace('http://127.0.0.1:8080', server.url);
  const code = `return (async () => { ${stripTypeScriptTypes(example, { mode: 'strip' })}; return { result, session }; })();`;
  const run = new Function('createHttpSession', code) as (make: typeof createSession) => Promise<{
    result: { status: string };
    session: ReturnType<typeof createSession>;
  }>;
  const { result, session } = await run(createSession);
  expect(result.status).toBe('passed');
  expect(session.state().variables.orderId).toBe('o-1');
  await server.close();
});
