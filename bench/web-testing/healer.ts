import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findAgain, verdictLimits } from '@touchstone/engine-heal/core';
import { trainedModel } from '@touchstone/engine-heal/testing';
import { type Compared, readCases } from './healer/compare.ts';
import { gather } from './healer/gather.ts';
import { judge } from './healer/judge.ts';
import { train } from './healer/train.ts';
import { writeModel } from './healer/write-model.ts';

/**
 * How often an element of a page is found again in another version of the page, compared with Similo and the locators
 * of a recording: pages of npm packages changed by the rates counted in later versions of other pages, and releases of
 * packages. `--pages DIR` contains a folder `name-version` for each package, such as unpacked
 * `npm pack admin-lte@3.2.0 admin-lte@4.0.0 gentelella@2.1.0`.
 * `npm run bench:healer -- --pages DIR --each 4 --seeds 1,2`; `--train` trains the engine's model from scratch on the
 * packages below.
 */
const { values } = parseArgs({
  options: {
    pages: { type: 'string' },
    each: { type: 'string', default: '4' },
    seeds: { type: 'string', default: '1' },
    /** Where gathered cases are stored and read from. */
    cases: { type: 'string' },
    train: { type: 'boolean', default: false },
  },
});
/** Packages used for training; the others are only used for evaluation. */
const learntFrom =
  /^(?:admin-lte|material-dashboard|argon-design|bulma|startbootstrap-(?:agency|creative|freelancer)-)/;

const folder = await mkdtemp(join(tmpdir(), 'healer-'));
const file = values.cases ?? join(folder, 'cases.jsonl');
if (values.pages)
  await gather(
    {
      root: values.pages,
      pagesEach: Number(values.each),
      seeds: values.seeds.split(',').map(Number),
      severities: { mild: 0.5, medium: 1, heavy: 2 },
    },
    file,
  );
else if (!values.cases)
  throw new Error('Name the folder of the pages, --pages DIR, or what was gathered, --cases FILE.');
const all = await readCases(file);
const isLearntFrom = ({ family }: Compared) => learntFrom.test(`${family}-`);
if (values.train) {
  const model = train(all.filter((one) => isLearntFrom(one) && !one.isMissed));
  await writeModel(model, fileURLToPath(new URL('../../engines/heal/src/core/trained-model.ts', import.meta.url)));
  console.log('The model was learnt anew. Format it, and run this again without --train.');
}

const others = all.filter((one) => !isLearntFrom(one));
const isAsked = ({ ways }: Compared) => !ways.includes('right');
const groups: Record<string, Compared[]> = {
  mild: others.filter(({ change }) => change === 'mild'),
  medium: others.filter(({ change }) => change === 'medium'),
  heavy: others.filter(({ change }) => change === 'heavy'),
  'all changes': others.filter(({ change }) => change !== 'versions'),
  'no locator finds it': others.filter((one) => one.change !== 'versions' && isAsked(one)),
  releases: others.filter(({ change }) => change === 'versions'),
};
const percent = (value: number) => value.toFixed(1);
console.log(
  '| | there | gone | right | Similo | locators | wrong locators | surely | surely, wrong | gone, surely | unreliable |',
);
console.log('|---|---|---|---|---|---|---|---|---|---|---|');
for (const [name, cases] of Object.entries(groups)) {
  const judged = judge(cases, trainedModel, verdictLimits.same);
  const shares = [
    judged.right,
    judged.similo,
    judged.locator,
    judged.locatorWrong,
    judged.healed,
    judged.wrong,
    judged.wrongOfGone,
  ];
  console.log(
    `| ${name} | ${judged.there} | ${judged.gone} | ${shares.map(percent).join(' | ')} | ${judged.unreliability.toFixed(3)} |`,
  );
}

const prints = others.flatMap(({ candidates }) => candidates);
const times = others.slice(0, 200).map(({ known }, at) => {
  const page = Array.from({ length: 1000 }, (_, place) => prints[(at * 1009 + place * 13) % prints.length]!);
  const startedAt = performance.now();
  findAgain(known, page);
  return performance.now() - startedAt;
});
times.sort((a, b) => a - b);
const time = (share: number) => `${times[Math.floor(times.length * share)]?.toFixed(1)} ms`;
console.log(`\nAmong 1,000 elements: ${time(0.5)} at the median, ${time(0.95)} at p95.`);
await rm(folder, { recursive: true });
