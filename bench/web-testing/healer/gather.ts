import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join, relative } from 'node:path';
import { findBrowserPath } from '@touchstone/engine-browser';
import { type BrowserContext, chromium } from 'playwright-core';
import type { PageCases } from './cases.ts';
import { madeChanges } from './made-changes.ts';
import { betweenVersions } from './versions.ts';

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
/** The most compared elements of two releases of a page. */
const maxOfVersions = 24;

/** What to gather: how many pages of each package, how much they are changed, and which releases are compared. */
export interface Gathering {
  /** Contains a folder `package-version` for each package. */
  root: string;
  pagesEach: number;
  seeds: number[];
  severities: Record<string, number>;
}

interface Visit extends Gathering {
  base: string;
  context: BrowserContext;
  /** By package, in version order. */
  pages: Map<string, string[]>;
}

/**
 * gather opens pages in Chromium without their scripts, and writes the cases of each version of a page into a line of
 * the file.
 */
export async function gather(gathering: Gathering, file: string): Promise<void> {
  const { root } = gathering;
  const server = await serve(root);
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const executablePath = await findBrowserPath('chromium');
  if (!executablePath) throw new Error('This machine has no Chromium.');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, javaScriptEnabled: false });
  await context.route(/^(?!http:\/\/127\.0\.0\.1)/, (route) => route.abort());
  const pages = new Map<string, string[]>();
  for (const name of (await readdir(root)).sort()) pages.set(name, await pagesOf(join(root, name)));
  await mkdir(dirname(file), { recursive: true });
  const out = createWriteStream(file);
  const visit = { ...gathering, base, context, pages };
  for await (const cases of made(visit)) out.write(`${JSON.stringify(cases)}\n`);
  for await (const cases of released(visit)) out.write(`${JSON.stringify(cases)}\n`);
  await new Promise<void>((resolve) => out.end(resolve));
  await browser.close();
  server.close();
}

async function serve(root: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = join(root, decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname));
    const isInside = !relative(root, path).startsWith('..') && (await stat(path).catch(() => undefined))?.isFile();
    if (!isInside) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': mediaTypes[extname(path)] ?? 'application/octet-stream' });
    response.end(await readFile(path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** The newest release of each package, changed by the rates. */
async function* made({ base, context, pages, pagesEach, seeds, severities }: Visit): AsyncGenerator<PageCases> {
  const names = [...pages.keys()];
  const newest = names.filter((name, at) => familyOf(name) !== familyOf(names[at + 1] ?? ''));
  const page = await context.newPage();
  for (const name of newest) {
    const list = pages.get(name) ?? [];
    const step = Math.max(1, Math.floor(list.length / pagesEach));
    const some = list.filter((_path, at) => at % step === 0).slice(0, pagesEach);
    const orders = some.flatMap((path) => seeds.map((seed) => ({ path: `${name}/${path}`, seed })));
    for (const { path, seed } of orders) {
      const about = { address: `${base}/${path}`, family: familyOf(name), name: path, seed, severities };
      yield* orNothing(madeChanges(page, about), path);
    }
  }
  await page.close();
}

/** Pages of each release of a package, and of the next one. */
async function* released({ base, context, pages, pagesEach }: Visit): AsyncGenerator<PageCases> {
  const names = [...pages.keys()];
  for (const [at, before] of names.entries()) {
    const after = names[at + 1] ?? '';
    if (familyOf(before) !== familyOf(after)) continue;
    for (const [path, later] of samePages(pages.get(before) ?? [], pages.get(after) ?? []).slice(0, pagesEach)) {
      const addresses: [string, string] = [`${base}/${before}/${path}`, `${base}/${after}/${later}`];
      const name = `${before} → ${after}/${later}`;
      yield* orNothing(
        betweenVersions(context, { addresses, family: familyOf(before), name, most: maxOfVersions }),
        name,
      );
    }
  }
}

/** A page that can't be opened is reported and skipped. */
async function* orNothing(cases: AsyncGenerator<PageCases>, name: string): AsyncGenerator<PageCases> {
  try {
    yield* cases;
  } catch (error) {
    console.error(`${name} is left out: ${String(error).slice(0, 200)}`);
  }
}

/** The package without its version. */
const familyOf = (folder: string): string => folder.replace(/-\d+\.\d+.*$/, '');

async function pagesOf(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true });
  const isOther = /node_modules|plugins|docs?\/|documentation|vendors?\//;
  return all.filter((path) => path.endsWith('.html') && !isOther.test(path)).sort();
}

/** Pages of the same name, or of the same last part of it if it is unique. */
function samePages(before: readonly string[], after: readonly string[]): [string, string][] {
  const last = (path: string) => path.split('/').at(-1);
  return before.flatMap((path): [string, string][] => {
    const alike = after.filter((other) => last(other) === last(path));
    const same = alike.find((other) => other === path) ?? (alike.length === 1 ? alike[0] : undefined);
    return same ? [[path, same]] : [];
  });
}
