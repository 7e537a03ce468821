import { isInstalled } from '../load/contenders.ts';
import { contenders } from './contenders.ts';
import { measureSpeed, memoryMbOf, type Speed, warmUp } from './measure.ts';
import { pathOf, type StubSet } from './stub-sets.ts';

type Name = keyof typeof contenders;

/** What to request, and from whom. */
interface Question {
  name: string;
  set: StubSet;
  /** Number of the requested stub. */
  number: number;
  of: readonly Name[];
}

/** A comparison with a goal: the minimum ratio per CPU second. */
interface Goal {
  question: string;
  mine: Name;
  peer: Name;
  atLeast: number;
}

/** A contender's result for a question. */
interface Answered extends Speed {
  question: string;
  name: Name;
  loadMs: number;
  memoryMb: number;
}

/** A measurement. */
export interface Comparison {
  medians: Answered[];
  ratios: (Goal & { ratio: number | undefined })[];
  left: string[];
}

const all: readonly Name[] = ['ours', 'product', 'wiremock', 'wiremock with journal', 'mockoon', 'prism', 'nginx'];
const scanned: readonly Name[] = ['ours', 'wiremock', 'mockoon', 'prism'];
const judged = (count: number): StubSet => ({ count, kind: 'judged' });

const questions: readonly Question[] = [
  { name: 'static, 10 stubs', set: { count: 10, kind: 'plain' }, number: 5, of: all },
  { name: 'judged, 10 stubs', set: judged(10), number: 5, of: ['ours', 'wiremock', 'mockoon', 'prism'] },
  { name: '1,000 stubs, oldest', set: judged(1000), number: 0, of: scanned },
  { name: '1,000 stubs, newest', set: judged(1000), number: 999, of: scanned },
  { name: '5,000 stubs, oldest', set: judged(5000), number: 0, of: ['ours', 'wiremock', 'mockoon', 'prism'] },
  { name: '5,000 stubs, newest', set: judged(5000), number: 4999, of: ['ours', 'wiremock', 'mockoon', 'prism'] },
  {
    name: '5,000 stubs, template',
    set: { count: 5000, kind: 'template' },
    number: 2500,
    of: ['ours', 'wiremock', 'mockoon'],
  },
  { name: '100,000 stubs, oldest', set: judged(100_000), number: 0, of: ['ours'] },
  { name: '100,000 stubs, newest', set: judged(100_000), number: 99_999, of: ['ours'] },
];

const goals: readonly Goal[] = [
  { question: 'static, 10 stubs', mine: 'ours', peer: 'wiremock', atLeast: 12 },
  { question: 'static, 10 stubs', mine: 'ours', peer: 'mockoon', atLeast: 30 },
  { question: 'static, 10 stubs', mine: 'ours', peer: 'nginx', atLeast: 0.4 },
  { question: '1,000 stubs, oldest', mine: 'ours', peer: 'wiremock', atLeast: 12 },
  { question: '1,000 stubs, newest', mine: 'ours', peer: 'wiremock', atLeast: 1.5 },
  { question: '5,000 stubs, oldest', mine: 'ours', peer: 'wiremock', atLeast: 40 },
];

/**
 * compareSpeed sends all mocks the same requests alternately, ours with its journal, WireMock with and without. One
 * contender runs at a time; medians of the rounds count. `words` select questions.
 */
export async function compareSpeed(options: {
  seconds: number;
  rounds: number;
  words: readonly string[];
  /** Names of the contenders to measure; default all. */
  only?: readonly string[] | undefined;
}): Promise<Comparison> {
  const { seconds, rounds, words, only } = options;
  const left = new Map<Name, string>();
  const answers: Answered[] = [];
  if (!(await isInstalled('wrk')))
    console.error('wrk is not installed (apt-get install wrk): autocannon asks instead.');
  const chosen = questions.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  for (const { set, of, asked } of bySet(chosen, only))
    for (let round = 0; round < rounds; round += 1)
      for (const name of of) {
        if (left.has(name)) continue;
        try {
          answers.push(...(await askOne(name, { set, asked, seconds })));
        } catch (error) {
          left.set(name, error instanceof Error ? error.message : String(error));
          console.error(`${name} is left out of the rest: ${left.get(name)}`);
        }
      }
  const measured = Map.groupBy(answers, ({ question, name }) => `${question}|${name}`);
  return {
    medians: [...measured.values()].map(medianOf),
    ratios: goals.map((goal) => ({ ...goal, ratio: ratioOf(measured, goal) })),
    left: [...left].map(([name, reason]) => `${name}: ${reason}`),
  };
}

/** Sends one contender, in a separate process, all questions about a set that are meant for it. */
async function askOne(
  name: Name,
  { set, asked, seconds }: { set: StubSet; asked: readonly Question[]; seconds: number },
): Promise<Answered[]> {
  const found: Answered[] = [];
  const mock = await contenders[name](set);
  try {
    for (const question of asked) {
      if (!question.of.includes(name)) continue;
      const url = `${mock.address}${pathOf(set, question.number)}`;
      await warmUp(url, mock.pid);
      const speed = await measureSpeed(url, mock.pid, seconds);
      found.push({ question: question.name, name, ...speed, loadMs: mock.loadMs, memoryMb: memoryMbOf(mock.pid) });
      console.error(`${question.name}, ${name}: ${speed.perCpuSecond} per processor second, p99 ${speed.p99Ms} ms`);
    }
  } finally {
    await mock.stop();
  }
  return found;
}

function medianOf(answers: readonly Answered[]): Answered {
  const { question, name } = answers[0]!;
  const middle = (member: keyof Speed | 'loadMs' | 'memoryMb') =>
    Math.round(median(answers.map((answer) => answer[member])) * 100) / 100;
  return {
    question,
    name,
    perSecond: middle('perSecond'),
    perCpuSecond: middle('perCpuSecond'),
    p50Ms: middle('p50Ms'),
    p99Ms: middle('p99Ms'),
    loadMs: middle('loadMs'),
    memoryMb: middle('memoryMb'),
  };
}

/** Questions about one set are sent to the same process. */
function bySet(
  chosen: readonly Question[],
  only: readonly string[] | undefined,
): { set: StubSet; of: Name[]; asked: Question[] }[] {
  const groups = Map.groupBy(chosen, ({ set }) => `${set.kind} ${set.count}`);
  return [...groups.values()].map((asked) => ({
    set: asked[0]!.set,
    of: [...new Set(asked.flatMap(({ of }) => of))].filter((name) => only?.includes(name) !== false),
    asked,
  }));
}

/** The median of the ratios of each round, whose runs are adjacent. */
function ratioOf(measured: ReadonlyMap<string, Speed[]>, { question, mine, peer }: Goal): number | undefined {
  const [own, theirs] = [measured.get(`${question}|${mine}`), measured.get(`${question}|${peer}`)];
  if (own === undefined || theirs === undefined) return undefined;
  const ratios = own.slice(0, theirs.length).map((speed, at) => speed.perCpuSecond / theirs[at]!.perCpuSecond);
  return Math.round(median(ratios) * 100) / 100;
}

/** median returns the median; for an even count, the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const high = Math.floor(sorted.length / 2);
  const low = sorted.length % 2 === 0 ? high - 1 : high;
  return ((sorted[low] ?? Number.NaN) + (sorted[high] ?? Number.NaN)) / 2;
}
