import { BrowserPool } from '../node/browser-pool.ts';
import type { BrowserEngine } from '../node/find-browsers.ts';
import { openSession } from '../node/session.ts';

/** A runner that a test kills: it opens a page whose script never ends in the named browser, and prints its pid. */
const pool = new BrowserPool();
const session = await openSession(pool, { engine: process.argv[2] as BrowserEngine });
session.page.evaluate('for (;;);').catch(() => undefined);
process.stdout.write(`${pool.figures.pids.join(' ')}\n`);
