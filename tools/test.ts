import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium, installChromium } from './chromium.ts';
import { root, runLoudly } from './processes.ts';
import { countPlaywright, countVitest, type TestCounts } from './test-counts.ts';

interface Stage {
  name: string;
  title: string;
  /** Answers the exit code. */
  run: () => Promise<number>;
}

const results = join(root, 'test-results');
const vitestReport = join(results, 'vitest.json');
const browserReport = join(results, 'e2e.json');
const totals: TestCounts = { passed: 0, failed: 0 };

/** Adds what a report counts; a program that failed without counting a failure is one failure itself. */
function count(path: string, read: (text: string) => TestCounts, exitCode: number): number {
  const counts = existsSync(path) ? read(readFileSync(path, 'utf8')) : { passed: 0, failed: 0 };
  totals.passed += counts.passed;
  totals.failed += exitCode !== 0 ? Math.max(1, counts.failed) : counts.failed;
  return exitCode;
}

async function runVitest(): Promise<number> {
  rmSync(vitestReport, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  return count(vitestReport, countVitest, await runLoudly('vitest', ['run', ...reporters]));
}

async function runBrowserTests(): Promise<number> {
  const config = 'tests/e2e/playwright.config.ts';
  if (!existsSync(join(root, config))) {
    console.error(`${config} is missing.`);
    return count('', countPlaywright, 1);
  }
  const chromium = findChromium() ?? (await installChromium((line) => console.log(line)));
  if (!chromium) return count('', countPlaywright, 1);
  console.log(`Browser: ${chromium}`);
  rmSync(browserReport, { force: true });
  const env = { ...process.env, TOUCHSTONE_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport };
  const exitCode = await runLoudly('playwright', ['test', '--config', config, '--reporter=list,json'], env);
  return count(browserReport, countPlaywright, exitCode);
}

const stages: Stage[] = [
  {
    name: 'check',
    title: 'format, types, walls, sizes',
    run: () => runLoudly(process.execPath, [join(root, 'tools/check.ts')]),
  },
  { name: 'unit', title: 'unit, service and contract tests', run: runVitest },
  {
    name: 'build',
    title: 'the web page',
    run: () => runLoudly(process.execPath, [join(root, 'tools/build-web.ts')]),
  },
  { name: 'e2e', title: 'browser tests', run: runBrowserTests },
];

const position = process.argv.indexOf('--only');
const only = position < 0 ? undefined : (process.argv[position + 1] ?? '');
const wanted =
  only === undefined ? stages : stages.filter(({ name }) => name === only || (only === 'e2e' && name === 'build'));

if (wanted.length === 0) {
  console.error(`There is no stage "${only}". Choose one of: ${stages.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

mkdirSync(results, { recursive: true });
const broken: string[] = [];
for (const { name, title, run } of wanted) {
  console.log(`\n=== ${name}: ${title}`);
  const startedAt = performance.now();
  const exitCode = await run();
  console.log(
    `=== ${name} ${exitCode === 0 ? 'ok' : 'FAILED'} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  );
  if (exitCode !== 0) broken.push(name);
}

if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}. Run one again with: npm test -- --only NAME`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = broken.length === 0 && totals.failed === 0 ? 0 : 1;
