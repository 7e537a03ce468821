import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { root, runQuietly } from './processes.ts';
import { listFiles } from './source-files.ts';

const web = join(root, 'apps/web');
const built = join(web, 'dist');
const stamp = join(built, '.stamp');
/** What the page is made of, besides apps/web itself. */
const shared = ['packages/contracts/src', 'packages/kernel/src'];

function sourceFolders(): string[] {
  const cores = listFiles(join(root, 'engines'))
    .filter((path) => path.endsWith('/package.json'))
    .map((path) => `engines/${path.replace(/package\.json$/, 'src/core')}`);
  return ['apps/web', ...shared, ...cores].filter((folder) => existsSync(join(root, folder)));
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  const files = sourceFolders()
    .flatMap((folder) => listFiles(join(root, folder)).map((path) => `${folder}/${path}`))
    .filter((path) => !/\.(test|e2e)\.tsx?$|\.md$/.test(path));
  for (const path of ['package-lock.json', 'tsconfig.base.json', ...files])
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

/** Puts a compressed copy beside each file that the server would otherwise compress for every visitor. */
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

const wanted = hashOfSources();
const isCurrent = existsSync(join(built, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;

if (process.argv.includes('--force') || !isCurrent) {
  const { exitCode, stdout, stderr, durationMs } = await runQuietly('vite', ['build', '--logLevel', 'warn'], web);
  if (exitCode === 0) {
    mkdirSync(built, { recursive: true });
    await compressAssets();
    writeFileSync(stamp, wanted);
    console.log(`Web page built in ${(durationMs / 1000).toFixed(1)} s.`);
  } else {
    console.error(`${stdout}${stderr}\nThe web page could not be built; the lines above say why.`);
    process.exitCode = 1;
  }
}
