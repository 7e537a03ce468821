import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { listFiles } from './check/source-files.ts';
import { root, runQuietly } from './processes.ts';
import { factsOf, hashOf, type SourceFacts } from './source-facts.ts';

const web = join(root, 'apps/web');
const built = join(web, 'dist');
const stamp = join(built, '.stamp');
/** The sources of the page besides apps/web itself. */
const shared = ['packages/contracts/src', 'packages/kernel/src'];

function sourceFolders(): string[] {
  const cores = listFiles(join(root, 'engines'))
    .filter((path) => path.endsWith('/package.json'))
    .map((path) => `engines/${path.replace(/package\.json$/, 'src/core')}`);
  return ['apps/web', ...shared, ...cores].filter((folder) => existsSync(join(root, folder)));
}

function sourcesOfPage(): string[] {
  const files = sourceFolders().flatMap((folder) => listFiles(join(root, folder)).map((path) => `${folder}/${path}`));
  return ['package-lock.json', 'tsconfig.base.json', ...files].filter(
    (path) => !/\.(test|e2e)\.tsx?$|\.md$/.test(path),
  );
}

/** Writes a compressed copy of each file that the server would otherwise compress for every visitor. */
async function compressAssets(): Promise<void> {
  const folder = join(built, 'assets');
  const compress = promisify(brotliCompress);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
  const files = listFiles(folder).filter((path) => /\.(js|css)$/.test(path));
  await Promise.all(
    files.map(async (path) => {
      const file = join(folder, path);
      await writeFile(`${file}.br`, await compress(await readFile(file), { params }));
    }),
  );
}

/** What the page was built from. */
interface Stamp {
  hash: string;
  sources: SourceFacts[];
}

function readStamp(): Stamp | undefined {
  try {
    return JSON.parse(readFileSync(stamp, 'utf8')) as Stamp;
  } catch {
    return undefined;
  }
}

function isCurrent(sources: string[]): boolean {
  const last = existsSync(join(built, 'index.html')) ? readStamp() : undefined;
  if (last === undefined) return false;
  if (JSON.stringify(last.sources) === JSON.stringify(factsOf(sources))) return true;
  if (last.hash !== hashOf(sources)) return false;
  writeStamp(sources, last.hash);
  return true;
}

function writeStamp(sources: string[], hash: string): void {
  mkdirSync(built, { recursive: true });
  writeFileSync(stamp, JSON.stringify({ hash, sources: factsOf(sources) } satisfies Stamp));
}

async function buildPage(sources: string[]): Promise<void> {
  const hash = hashOf(sources);
  const { exitCode, stdout, stderr, durationMs } = await runQuietly('vite', ['build', '--logLevel', 'warn'], web);
  if (exitCode !== 0) {
    console.error(`${stdout}${stderr}\nThe web page could not be built; the lines above say why.`);
    process.exitCode = 1;
    return;
  }
  await compressAssets();
  writeStamp(sources, hash);
  console.log(`Web page built in ${(durationMs / 1000).toFixed(1)} s.`);
}

/** A release contains the page but not its sources. */
if (existsSync(join(web, 'vite.config.ts'))) {
  const sources = sourcesOfPage();
  if (process.argv.includes('--force') || !isCurrent(sources)) await buildPage(sources);
}
