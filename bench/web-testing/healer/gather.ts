import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join, relative } from 'node:path';
import { findBrowserPath } from '@touchstone/engine-browser';
import { chromium } from 'playwright-core';
import type { PageCases } from './cases.ts';
import { madeChanges } from './made-changes.ts';
import { betweenVersions } from './versions.ts';

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** What is gathered: how many pages of each package, changed how much, and which releases are compared. */
export interface Gathering {
  /** Holds a folder `package-version` for each package. */
  root: string;
  pagesEach: number;
  seeds: number[];
  severities: Record<string, number>;
}

/** gather opens pages in Chromium and writes the cases of each into a file, a line for each version of a page. */
export async function gather({ root, pagesEach, seeds, severities }: Gathering, file: string): Promise<void> {
  const server = createServer(async (request, response) => {
    const path = join(root, decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname));
    const isInside = !relative(root, path).startsWith('..') && (await stat(path).catch(() => undefined))?.isFile();
    if (!isInside) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': mediaTypes[extname(path)] ?? 'application/octet-stream' });
    response.end(await readFile(path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const executablePath = (await findBrowserPath('chromium'))!;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, javaScriptEnabled: false });
  await context.route(/^(?!http:\/\/127\.0\.0\.1)/, (route) => route.abort());
  await mkdir(dirname(file), { recursive: true });
  const out = createWriteStream(file);
  const write = (cases: PageCases) => out.write(`${JSON.stringify(cases)}\n`);
  const packages = (await readdir(root)).sort();
  const pages = new Map<string, string[]>();
  for (const name of packages) pages.set(name, await pagesOf(join(root, name)));
  for (const name of packages.filter((one, at) => familyOf(one) !== familyOf(packages[at + 1] ?? ''))) {
    const family = familyOf(name);
    const list = pages.get(name) ?? [];
    const step = Math.max(1, Math.floor(list.length / pagesEach));
    const page = await context.newPage();
    for (const path of list.filter((_path, at) => at % step === 0).slice(0, pagesEach))
      for (const seed of seeds)
        try {
          const address = `${base}/${name}/${path}`;
          for await (const cases of madeChanges(page, { address, family, name: `${name}/${path}`, seed, severities }))
            write(cases);
        } catch (error) {
          console.error(`${name}/${path}: ${String(error).slice(0, 200)}`);
        }
    await page.close();
    console.error(`${name}: ${list.length} pages`);
  }
  for (const [before, after] of releasesOf(packages)) {
    for (const [path, later] of samePages(pages.get(before) ?? [], pages.get(after) ?? []).slice(0, pagesEach))
      try {
        const addresses: [string, string] = [`${base}/${before}/${path}`, `${base}/${after}/${later}`];
        write(
          await betweenVersions(context, {
            addresses,
            family: familyOf(before),
            name: `${before} → ${after}/${later}`,
            most: 24,
          }),
        );
      } catch (error) {
        console.error(`${after}/${later}: ${String(error).slice(0, 200)}`);
      }
    console.error(`${before} → ${after}`);
  }
  await new Promise<void>((resolve) => out.end(resolve));
  await browser.close();
  server.close();
}

/** The package without its version. */
export const familyOf = (folder: string): string => folder.replace(/-\d+\.\d+.*$/, '');

async function pagesOf(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true });
  return all
    .filter((path) => path.endsWith('.html') && !/node_modules|plugins|docs?\/|documentation|vendors?\//.test(path))
    .sort();
}

/** Releases of a package, each with the next one. */
function releasesOf(packages: readonly string[]): [string, string][] {
  return packages.flatMap((name, at): [string, string][] => {
    const next = packages[at + 1];
    return next && familyOf(next) === familyOf(name) ? [[name, next]] : [];
  });
}

/** Pages of the same name, or of the same last part of it where only one has it. */
function samePages(before: readonly string[], after: readonly string[]): [string, string][] {
  const last = (path: string) => path.split('/').at(-1)!;
  return before.flatMap((path): [string, string][] => {
    const alike = after.filter((other) => last(other) === last(path));
    const same = alike.find((other) => other === path) ?? (alike.length === 1 ? alike[0] : undefined);
    return same ? [[path, same]] : [];
  });
}
