import { makeCertificate, startHttp, startHttps } from '@touchstone/engine-http/testing';
import type { Step } from '@touchstone/engine-keyword/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { act, badge, button, found, open, openShop, play, playIn, type Shop } from '../testing/index.ts';
import { pool } from '../testing/pool.ts';
import { browserEngines, findBrowserPath } from './find-browsers.ts';
import type { KeptSessions, StorageState } from './keywords/kept-session.ts';
import { openSession } from './session.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  await shop.close();
});

/** An in-memory store of sessions. */
function keeping(kept = new Map<string, StorageState>()): KeptSessions & { kept: Map<string, StorageState> } {
  return {
    kept,
    find: async (name) => kept.get(name),
    keep: async (name, state) => {
      kept.set(name, state);
    },
  };
}

const user = found('css', '#user');
const signIn = (name = 'ada') => [
  open('/login'),
  act('setText', { value: `${name}@example.com` }, found('label', 'Email')),
  act('setText', { value: 'coffee' }, found('label', 'Password')),
  act('click', {}, button('Sign in')),
  act('verifyText', { expected: name }, user),
];
const put = (code: string) => act('runJavaScript', { code });
const read = (code: string, variable: string) => act('runJavaScript', { code, variable });

for (const engine of browserEngines) {
  const path = await findBrowserPath(engine);
  describe.skipIf(!path)(path ? engine : `${engine} (not installed on this machine)`, () => {
    const run = (steps: Step[], keptSessions: KeptSessions) =>
      play(pool, steps, { engine, baseUrl: shop.url, keptSessions });

    it('signs another script in with a saved session of that name only', async () => {
      const sessions = keeping();
      const saving = [
        ...signIn(),
        put(`localStorage.setItem('cart', '{"cup":3}')`),
        act('saveSession', { name: 'ada' }),
        // The tab hasn't moved.
        act('verifyText', { expected: 'ada' }, user),
      ];
      expect((await run(saving, sessions)).result).toMatchObject({ status: 'passed', message: '' });
      const { cookies, origins } = sessions.kept.get('ada')!;
      expect(cookies).toEqual([
        expect.objectContaining({ name: 'user', value: 'ada', path: '/', expires: -1, sameSite: 'Lax' }),
      ]);
      expect(origins).toEqual([
        { origin: shop.url, localStorage: expect.arrayContaining([{ name: 'cart', value: '{"cup":3}' }]) },
      ]);
      const using = [
        act('useSession', { name: 'ada' }),
        open(),
        act('verifyText', { expected: 'ada' }, user),
        act('verifyText', { expected: '3' }, badge),
      ];
      expect((await run(using, sessions)).result).toMatchObject({ status: 'passed', message: '' });
      const without = [open(), act('verifyState', { state: 'visible' }, found('text', 'Sign in'))];
      expect((await run(without, sessions)).result.status).toBe('passed');
    });

    it.skipIf(engine === 'webkit')("keeps a site's IndexedDB data", async () => {
      const sessions = keeping();
      const opening = `new Promise((done) => {
        const asked = indexedDB.open('auth', 1);
        asked.onupgradeneeded = () => asked.result.createObjectStore('tokens');
        asked.onsuccess = () => done(asked.result);
      })`;
      const write = `const db = await ${opening};
        await new Promise((done) => { const t = db.transaction('tokens', 'readwrite'); t.objectStore('tokens').put({ sub: 'ada', at: new Date(0) }, 'id'); t.oncomplete = done; });
        db.close();`;
      const readBack = `const db = await ${opening};
        return new Promise((done) => { const r = db.transaction('tokens').objectStore('tokens').get('id'); r.onsuccess = () => done(r.result ? r.result.sub + ' ' + r.result.at.getTime() : 'nothing'); });`;
      const saving = [open(), put(write), act('saveSession', { name: 'db' })];
      expect((await run(saving, sessions)).result).toMatchObject({ status: 'passed', message: '' });
      const using = [act('useSession', { name: 'db' }), open(), read(readBack, 'kept')];
      const used = await run(using, sessions);
      expect(used.result).toMatchObject({ status: 'passed', message: '' });
      expect(JSON.stringify(used)).toContain('ada 0');
    });

    it('replaces what the browser is signed in with', async () => {
      const host = new URL(shop.url).hostname;
      const cookie = { name: 'user', value: 'eve', domain: host, path: '/', expires: -1 };
      const state: StorageState = {
        cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite: 'Lax' }],
        origins: [],
      };
      const steps = [
        ...signIn(),
        put(`localStorage.setItem('cart', '{"cup":3}'); document.cookie = 'other=1';`),
        act('useSession', { name: 'eve' }),
        act('reload'),
        act('verifyText', { expected: 'eve' }, user),
        act('verifyText', { expected: '0' }, badge),
        read('return document.cookie', 'cookies'),
      ];
      const { result } = await run(steps, keeping(new Map([['eve', state]])));
      expect(result).toMatchObject({ status: 'passed', variables: { cookies: '' } });
    });

    it('contacts no site while it restores a session, even one that may not be opened', async () => {
      const asked: string[] = [];
      const allow = async (url: string) => {
        asked.push(url);
        return url.startsWith(shop.url) ? null : 'It is a private address.';
      };
      const cookie = { name: 'a', value: 'b', path: '/', expires: -1, httpOnly: false };
      const state: StorageState = {
        cookies: [
          { ...cookie, domain: 'private.example', secure: true, sameSite: 'None' },
          { ...cookie, domain: new URL(shop.url).hostname, secure: false, sameSite: 'Lax' },
        ],
        origins: [{ origin: 'https://private.example', localStorage: [{ name: 'x', value: 'y' }] }],
      };
      const steps = [act('useSession', { name: 'all' }), open(), read('return document.cookie', 'cookies')];
      const keptSessions = keeping(new Map([['all', state]]));
      const { result } = await play(pool, steps, { engine, baseUrl: shop.url, keptSessions, allow });
      expect(result).toMatchObject({ status: 'passed', message: '', variables: { cookies: 'a=b' } });
      expect(asked.filter((url) => url.includes('private.example'))).toEqual([]);
    });

    it('explains why no session can be used or saved', async () => {
      const expired = { name: 'a', value: 'b', domain: 'localhost', path: '/', expires: 1000 };
      const old: StorageState = {
        cookies: [{ ...expired, httpOnly: false, secure: false, sameSite: 'Lax' }],
        origins: [],
      };
      const sessions = keeping(new Map([['old', old]]));
      const session = await openSession(pool, { engine, baseUrl: shop.url, keptSessions: sessions });
      const messages: string[] = [];
      for (const steps of [
        [act('useSession', { name: 'nobody' })],
        [act('useSession', { name: 'old' })],
        [act('useSession', { name: ' ' })],
        [open('/help'), act('saveSession', { name: 'x' })],
        [open(), put(`localStorage.setItem('a', 'x'.repeat(1_200_000))`), act('saveSession', { name: 'x' })],
      ]) {
        const { status, message } = (await playIn(session, steps, {})).result;
        messages.push(`${status}: ${message}`);
      }
      await session.close();
      expect(messages).toEqual([
        'error: No session "nobody" is kept. Run a script that saves it first.',
        'error: The session "old" has expired. Run the script that saves it again.',
        'error: Give the session a name.',
        'failed: The browser has no cookies and nothing stored. Sign in before this step.',
        `error: This session has 1.2 MB, of at most 1 MB. Most of it is the storage of ${shop.url}. Save the session before the site fills it.`,
      ]);
    });

    it('keeps cookies of each path and origin, including secure and HTTP-only ones', async () => {
      const soon = new Date(Date.now() + 3_600_000).toUTCString();
      const secure = await startHttps(makeCertificate({ commonName: 'localhost' }), (request, response) => {
        const { url = '', headers } = request;
        if (url === '/app/in')
          response.setHeader('set-cookie', [
            `token=t0p; Path=/app; HttpOnly; Secure; SameSite=Strict; Expires=${soon}`,
            'all=1; Path=/',
          ]);
        response.setHeader('content-type', 'text/html').end(`<p id="seen">${headers.cookie ?? 'none'}</p>`);
      });
      const other = await startHttp((_request, response) =>
        response.setHeader('content-type', 'text/html').end('<p>Other</p>'),
      );
      const otherUrl = other.url.replace('127.0.0.1', 'localhost');
      const at = (path: string) => act('openUrl', { url: `${secure.url}${path}` });
      const seen = (expected: string) => act('verifyText', { operator: 'matches', expected }, found('css', '#seen'));
      const sessions = keeping();
      const steps = [
        act('openUrl', { url: `${otherUrl}/deep/page` }),
        put(`localStorage.setItem('there', 'yes'); document.cookie = 'deep=1';`),
        at('/app/in'),
        act('saveSession', { name: 'all' }),
      ];
      const using = [
        act('useSession', { name: 'all' }),
        at('/app/page'),
        seen('token=t0p'),
        seen('all=1'),
        at('/'),
        seen('^all=1$'),
        act('openUrl', { url: `${otherUrl}/deep/other` }),
        read('return localStorage.there + document.cookie', 'there'),
      ];
      const options = { engine, keptSessions: sessions, acceptsAnyCertificate: true };
      try {
        expect((await play(pool, steps, options)).result).toMatchObject({ status: 'passed', message: '' });
        const token = sessions.kept.get('all')!.cookies.find(({ name }) => name === 'token');
        expect(token).toMatchObject({ path: '/app', httpOnly: true, secure: true, sameSite: 'Strict' });
        expect(Math.abs(token!.expires * 1000 - Date.parse(soon))).toBeLessThan(10_000);
        const { result } = await play(pool, using, options);
        expect(result).toMatchObject({ status: 'passed', message: '', variables: { there: 'yesdeep=1' } });
      } finally {
        await other.close();
        await secure.close();
      }
    });
  });
}

const installed = await Promise.all(
  browserEngines.map(async (engine) => ((await findBrowserPath(engine)) ? [engine] : [])),
);
it('a session saved in one engine is used in all others', async () => {
  const engines = installed.flat();
  const options = { baseUrl: shop.url, keptSessions: keeping() };
  const sessions = await Promise.all(engines.map((engine) => openSession(pool, { ...options, engine })));
  try {
    for (const [at, session] of sessions.entries()) {
      const saving = [...signIn(engines[at]), act('saveSession', { name: engines[at]! })];
      expect((await playIn(session, saving, {})).result).toMatchObject({ status: 'passed', message: '' });
    }
    for (const [at, session] of sessions.entries())
      for (const saved of engines) {
        const using = [act('useSession', { name: saved }), open(), act('verifyText', { expected: saved }, user)];
        const { result } = await playIn(session, using, {});
        expect([saved, engines[at], result.message]).toEqual([saved, engines[at], '']);
      }
  } finally {
    await Promise.all(sessions.map((session) => session.close()));
  }
}, 120_000);
