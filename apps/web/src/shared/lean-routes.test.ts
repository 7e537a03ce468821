import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyRoute, createClient } from '@touchstone/contracts';
import { declaredRoutes } from '@touchstone/contracts/testing';
import { expect, test } from 'vitest';
import { leanRoute } from '../../build/lean-routes.ts';

const source = join(import.meta.dirname, '..');

test('a call is sent the same from the lean and the full declaration', async () => {
  const sent = async (route: AnyRoute) => {
    let request: unknown;
    const fetch = (url: unknown, { method, headers, body }: RequestInit = {}) => {
      request = { url, method, headers, body: body instanceof URLSearchParams ? String(body) : body };
      return Promise.resolve(Response.json({ answered: true }));
    };
    const client = createClient({ baseUrl: '', fetch });
    const answer = await client.call(route, { params: { id: '1' }, query: { page: 2 }, body: { name: 'x' } } as never);
    return { request, answer };
  };
  expect(declaredRoutes.length).toBeGreaterThan(200);
  for (const route of declaredRoutes) expect(await sent(leanRoute(route))).toEqual(await sent(route));
});

test('the lean declaration also says whether a refused call is renewed', () => {
  for (const route of declaredRoutes) {
    const { access, ignore401 } = leanRoute(route);
    const checksCaller = (of: AnyRoute['access']) => of.kind === 'public' && of.checksCaller === true;
    expect({ kind: access.kind, checks: checksCaller(access), ignore401 }).toEqual({
      kind: route.access.kind,
      checks: checksCaller(route.access),
      ignore401: route.ignore401,
    });
  }
});

test('no page reads the schema of a route, since the built page has none', () => {
  const readers = globSync('**/*.{ts,tsx}', { cwd: source }).filter(
    (file) =>
      !file.includes('.test.') &&
      /\b(\w+Routes|calls)(\.\w+)+\.(params|query|body|response)\b|\.(params|query|body|response)[!?]?\.(safeParse|parse|shape|pick|omit|extend)\b/.test(
        readFileSync(join(source, file), 'utf8'),
      ),
  );
  expect(readers).toEqual([]);
});
