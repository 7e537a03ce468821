import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium, findProgram } from './browsers/chromium.ts';
import { findFirefox } from './browsers/firefox.ts';
import { installBrowsers } from './browsers/install-browsers.ts';
import { root, runLoudly, runQuietly } from './processes.ts';
import { makeScratchFolder } from './scratch-folder.ts';
import { countPlaywright, countVitest, type Failure, type TestCounts } from './test-counts.ts';
import { hashOfInputs, lastSuccess, rememberSuccess } from './test-record.ts';

/**
 * `npm test` runs every stage whose inputs have changed since it last passed here; with CI in the environment, with
 * `--force` and for the stage named by `--only`, it always runs. `--long` selects the long form of randomized, kill and
 * bomb tests. `--browsers`, or CI, installs every browser that tests can use; otherwise, only Chromium is installed if
 * there is none.
 */
interface Stage {
  name: string;
  title: string;
  /** Whether the result may depend on this file. */
  isInput: (path: string) => boolean;
  /** Runs in parallel with the following stages, and prints its output at the end. */
  isQuiet?: boolean;
  /** Starts once the browsers are installed, because its result depends on them. */
  needsBrowsers?: boolean;
  /** Returns the exit code. */
  run: () => Promise<number>;
}

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    force: { type: 'boolean' },
    long: { type: 'boolean' },
    browsers: { type: 'boolean' },
  },
});
if (options.long) process.env.TOUCHSTONE_TESTS = 'long';
const results = join(root, 'test-results');
const vitestReport = join(results, 'vitest.json');
const browserReport = join(results, 'e2e.json');
const counted = new Map<string, TestCounts>();
const nothing: TestCounts = { passed: 0, failed: 0, failures: [], secondTries: [] };

/** Records a report's counts; a program that failed without a counted failure counts as one failure itself. */
function count(stage: string, path: string, read: (text: string) => TestCounts, exitCode: number): number {
  const counts = existsSync(path) ? read(readFileSync(path, 'utf8')) : nothing;
  counted.set(stage, exitCode === 0 ? counts : { ...counts, failed: Math.max(1, counts.failed) });
  return exitCode;
}

async function runVitest(): Promise<number> {
  rmSync(vitestReport, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  return count('unit', vitestReport, countVitest, await runLoudly('vitest', ['run', ...reporters]));
}

async function runBrowserTests(): Promise<number> {
  const chromium = findChromium();
  if (!chromium) return count('e2e', '', countPlaywright, 1);
  console.log(`Browser: ${chromium}`);
  rmSync(browserReport, { force: true });
  const own = { TOUCHSTONE_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport };
  // Node reads TypeScript itself; Playwright would compile a thousand files first.
  const env = { ...process.env, ...own, PW_DISABLE_TS_ESM: '1' };
  const args = ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json'];
  return count('e2e', browserReport, countPlaywright, await runLoudly('playwright', args, env));
}

async function runCheck(): Promise<number> {
  const { exitCode, stdout, stderr } = await runQuietly(process.execPath, [join(root, 'tools/check.ts')]);
  console.log(`\n=== check: what it said\n${stdout}${stderr}`);
  return exitCode;
}

const isAny = () => true;
const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const isOfBrowserTests = (path: string) => path.startsWith('tests/e2e/');
const stages: Stage[] = [
  { name: 'check', title: 'format, types, walls, sizes', isInput: isAny, isQuiet: true, run: runCheck },
  {
    name: 'build',
    title: 'the web page',
    isInput: isAny,
    // It detects changes itself.
    run: () => runLoudly(process.execPath, [join(root, 'tools/build-web.ts')]),
  },
  {
    name: 'unit',
    title: 'unit, service and contract tests',
    isInput: (path) => !isOfBrowserTests(path),
    needsBrowsers: true,
    run: runVitest,
  },
  {
    name: 'e2e',
    title: 'browser tests',
    isInput: (path) => !isTest(path) && !/^(docs|bench)\/|\.md$/.test(path),
    needsBrowsers: true,
    run: runBrowserTests,
  },
];

const { only } = options;
const isWanted = ({ name }: Stage) => only === undefined || name === only || (only === 'e2e' && name === 'build');
const wanted = stages.filter(isWanted);
if (wanted.length === 0) {
  console.error(`There is no stage "${only}". Choose one of: ${stages.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const mayLeaveOut = only === undefined && !options.force && !process.env.CI;
const browsersThere = () =>
  [
    findChromium(),
    findFirefox(),
    ...['WebKitWebDriver', 'Xvfb'].map((name) => findProgram([name], [], process.env)),
  ].map((path) => path ?? '');
const installing = wanted.some(({ needsBrowsers }) => needsBrowsers)
  ? installBrowsers({ all: options.browsers === true, print: (line) => console.log(line) })
  : Promise.resolve();
const broken: string[] = [];
const leftOut: string[] = [];

/** Runs a stage, unless it has passed on the same files. */
async function perform({ name, title, isInput, needsBrowsers, run }: Stage): Promise<void> {
  if (needsBrowsers) await installing;
  const settings = [options.long ? 'long' : 'short', ...(needsBrowsers ? browsersThere() : [])];
  const hash = hashOfInputs(isInput, settings);
  const last = mayLeaveOut && name !== 'build' ? lastSuccess(name, hash) : undefined;
  if (last) {
    leftOut.push(`${name} (${last.passed > 0 ? `${last.passed} tests, ` : ''}passed ${last.at})`);
    return;
  }
  console.log(`\n=== ${name}: ${title}`);
  const startedAt = performance.now();
  const exitCode = await run();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`=== ${name} ${exitCode === 0 ? 'ok' : 'FAILED'} in ${seconds} s`);
  if (exitCode !== 0) broken.push(name);
  const { passed, secondTries } = counted.get(name) ?? nothing;
  // If files changed while it ran, or it needed luck, the result isn't remembered.
  const isSure = exitCode === 0 && secondTries.length === 0 && hashOfInputs(isInput, settings) === hash;
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ');
  rememberSuccess(name, isSure ? { hash, passed, at } : undefined);
}

mkdirSync(results, { recursive: true });
const scratch = makeScratchFolder();
if (scratch) {
  process.env.TMPDIR = scratch;
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
}
const beside = wanted.filter(({ isQuiet }) => isQuiet).map(perform);
for (const stage of wanted.filter(({ isQuiet }) => !isQuiet)) await perform(stage);
await Promise.all(beside);

const all = [...counted.values()];
const sum = (figure: 'passed' | 'failed') => all.reduce((total, counts) => total + counts[figure], 0);
const describe = ({ name, reason }: Failure) => (reason ? `${name}\n  ${reason}` : name);
for (const [stage, { secondTries }] of counted)
  for (const test of secondTries) console.log(`\nPassed at the second try only (${stage}): ${describe(test)}`);
// Repeated at the end, because only the end of a long log may be kept.
for (const [stage, { failures }] of counted)
  for (const test of failures) console.log(`\nFailed (${stage}): ${describe(test)}`);
for (const [stage, { skipped = [] }] of counted)
  for (const reason of skipped) console.log(`\nSkipped (${stage}): ${reason}`);
if (leftOut.length > 0)
  console.log(`\nUnchanged since they passed, so not run again: ${leftOut.join('; ')}. npm test -- --force runs them.`);
if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}. Run one again with: npm test -- --only NAME`);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = broken.length === 0 && sum('failed') === 0 ? 0 : 1;
