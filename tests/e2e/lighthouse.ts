import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { testPassword } from '@touchstone/testing';
import { browserLaunch } from './browser.ts';
import { signInPage } from './browser-session.ts';
import { placesOf } from './pages-audit/places.ts';
import { freePort } from './ports.ts';
import { startShownInstallation } from './shown-installation.ts';

/**
 * Measures accessibility and best practices of ten screens with Lighthouse, for `docs/design-review.md`; exits with 1
 * if one scores less than 100. npx fetches Lighthouse: it has 176 MB that only this needs. `npm run docs:lighthouse --
 * [--only=WORD,WORD]`.
 */
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const screens = [
  'sign-in',
  'dashboard',
  'workspace',
  'editor',
  'report',
  'performance report',
  'monitored APIs',
  'mock assets',
  'steps of a web script',
  'profile',
];
const only = values.only?.split(',');
const version = 'lighthouse@13.5.0';
const categories = ['accessibility', 'best-practices'] as const;

interface Report {
  /** A different one after a redirect, such as to the sign-in page. */
  finalDisplayedUrl: string;
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; details?: unknown }>;
}

const folder = await mkdtemp(join(tmpdir(), 'touchstone-lighthouse-'));
const { server, ids, close } = await startShownInstallation();
const port = await freePort();
const launch = browserLaunch();
const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
  ...launch,
  args: [...(launch.args ?? []), `--remote-debugging-port=${port}`],
});

/** Lets Lighthouse open an address in the browser, with its session. */
async function ask(url: string): Promise<Report> {
  const output = join(folder, 'report.json');
  const options = [
    `--port=${port}`,
    `--only-categories=${categories.join(',')}`,
    '--preset=desktop',
    '--disable-storage-reset',
    '--output=json',
    `--output-path=${output}`,
    // The page's event stream never ends, and Lighthouse would wait for it.
    '--max-wait-for-load=12000',
    '--quiet',
  ];
  // Lighthouse needs the Node that runs this.
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  await promisify(execFile)('npx', ['--yes', version, url, ...options], { env: { ...process.env, PATH } });
  return JSON.parse(await readFile(output, 'utf8')) as Report;
}

const faultsOf = ({ categories: found, audits }: Report): string[] =>
  categories.flatMap((category) =>
    (found[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `  ${id}: ${audits[id]?.title} ${JSON.stringify(audits[id]?.details).slice(0, 2000)}`),
  );

const page = await context.newPage();
let isWorse = false;
let isSignedIn = false;
const places = (['nobody', 'tester', 'administrator'] as const).flatMap(placesOf);
for (const name of screens) {
  if (only && !only.some((word) => name.includes(word))) continue;
  const place = places.find((each) => each.name === name);
  if (!place) throw new Error(`There is no screen ${name}.`);
  if (place.visitor !== 'nobody' && !isSignedIn) {
    await signInPage(page, { email: server.admin.email, password: testPassword }, server.url);
    isSignedIn = true;
  }
  const report = await ask(`${server.url}${place.path(ids)}`);
  const { pathname } = new URL(report.finalDisplayedUrl);
  if (!place.path(ids).startsWith(pathname)) throw new Error(`${name} was led to ${pathname}.`);
  const scores = categories.map((category) => Math.round((report.categories[category]?.score ?? 0) * 100));
  if (scores.some((score) => score < 100)) isWorse = true;
  const lines = [`${name.padEnd(24)} ${categories.map((each, n) => `${each} ${scores[n]}`).join('  ')}`];
  process.stdout.write(`${[...lines, ...faultsOf(report)].join('\n')}\n`);
}
await context.close();
await close();
await rm(folder, { recursive: true, force: true });
process.exit(isWorse ? 1 : 0);
