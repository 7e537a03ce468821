import {
  type Area,
  comparePictures,
  type Picture,
  PictureError,
  readPng,
  writePng,
} from '@touchstone/engine-assert/picture';
import {
  type Evidence,
  listOf,
  type Outcome,
  type PictureResult,
  readLocator,
  type Locator as Way,
} from '@touchstone/engine-keyword/core';
import type { Locator } from 'playwright-core';
import { StepFailure, seconds } from '../failures.ts';
import { locatorFor } from '../locate.ts';
import { type Handler, passed, type StepAction } from './step-action.ts';

/** The current picture of a name. */
export interface Baseline {
  /** From 1. */
  version: number;
  /** PNG. */
  bytes: Uint8Array;
}

/** Pictures that steps compare with, for one script and target. */
export interface Baselines {
  /** The current picture of this name; undefined if none exists yet. */
  find(name: string): Promise<Baseline | undefined>;
  /**
   * Stores the first picture of this name. Returns the current one: of two simultaneous runs, it may be the other's.
   */
  keep(
    name: string,
    picture: { bytes: Uint8Array; width: number; height: number },
  ): Promise<Baseline & { isOwn: boolean }>;
}

const mediaType = 'image/png';
type Size = Pick<Picture, 'width' | 'height'>;
const sizeOf = ({ width, height }: Size) => `${width} × ${height}`;
/** Small shares keep enough digits to differ from zero. */
const percentOf = (percent: number) => `${Number(percent.toPrecision(3))} %`;

/** A step's arguments. */
class Wish {
  readonly name: string;
  readonly allowedPercent: number;
  readonly isWholePage: boolean;
  readonly keepsFirst: boolean;
  readonly masks: readonly Way[];

  constructor(action: StepAction) {
    this.name = action.text('name').trim();
    if (this.name === '') throw new StepFailure('error', 'Give the picture a name.');
    this.allowedPercent = action.needed('threshold');
    if (this.allowedPercent < 0 || this.allowedPercent > 100)
      throw new StepFailure('error', 'The pixels that may differ lie between 0 and 100 percent.');
    this.isWholePage = action.text('wholePage') === 'true';
    this.keepsFirst = action.text('ifNew') !== 'fail';
    this.masks = listOf(action.text('masks')).map((line) => {
      const way = readLocator(line);
      if (!way) throw new StepFailure('error', `"${line}" is no locator. Write one as css="#clock".`);
      return way;
    });
  }

  result(verdict: PictureResult['verdict'], version: number | null, percent = 0): PictureResult {
    return { name: this.name, verdict, version, percent, allowedPercent: this.allowedPercent };
  }
}

/** A picture of the page, and the areas in it that are ignored. */
interface Taken {
  bytes: Buffer;
  ignored: Area[];
}

async function areasOf(action: StepAction, wish: Wish, origin: { x: number; y: number }): Promise<Area[]> {
  const areas: Area[] = [];
  const frame = action.call.target?.frame ?? [];
  for (const way of wish.masks)
    for (const element of await locatorFor(action.session.scopeFor({ name: '', locators: [way], frame }), way).all()) {
      const box = await element.boundingBox(action.readingTime);
      if (box) areas.push({ ...box, x: box.x - origin.x, y: box.y - origin.y });
    }
  return areas;
}

/** Position of a picture's upper left corner relative to the viewport's. */
async function originOf(
  action: StepAction,
  element: Locator | undefined,
  wish: Wish,
): Promise<{ x: number; y: number }> {
  if (element) {
    const box = await element.boundingBox(action.readingTime);
    return { x: Math.floor(box?.x ?? 0), y: Math.floor(box?.y ?? 0) };
  }
  if (!wish.isWholePage) return { x: 0, y: 0 };
  return action.page.evaluate(() => ({ x: -window.scrollX, y: -window.scrollY }));
}

async function take(action: StepAction, wish: Wish): Promise<Taken> {
  const options = { type: 'png', animations: 'disabled', caret: 'hide', scale: 'css', ...action.readingTime } as const;
  const element = action.call.target ? await action.element() : undefined;
  const bytes = element
    ? await element.screenshot(options)
    : await action.page.screenshot({ ...options, fullPage: wish.isWholePage });
  return { bytes, ignored: await areasOf(action, wish, await originOf(action, element, wish)) };
}

const evidenceOf = (name: string, role: NonNullable<Evidence['role']>, bytes: Uint8Array): Evidence => ({
  name: `${name} ${role}`,
  role,
  mediaType,
  bytes,
});

/** Compares a picture with the baseline: an outcome that passed or failed. */
function judge(wish: Wish, baseline: Baseline & { picture: Picture }, { bytes, ignored }: Taken): Outcome {
  const { version, picture: expected } = baseline;
  const actual = readPng(bytes);
  const pair = [evidenceOf(wish.name, 'expected', baseline.bytes), evidenceOf(wish.name, 'actual', bytes)];
  if (expected.width !== actual.width || expected.height !== actual.height)
    return {
      status: 'failed',
      message: `The picture has ${sizeOf(actual)} pixels, version ${version} of the baseline has ${sizeOf(expected)}.`,
      expected: sizeOf(expected),
      actual: sizeOf(actual),
      picture: wish.result('other size', version),
      evidence: pair,
    };
  const { differentPixels, percent, picture } = comparePictures(expected, actual, ignored);
  if (differentPixels === 0) return { ...passed, picture: wish.result('same', version) };
  const told = {
    expected: `at most ${percentOf(wish.allowedPercent)} of the pixels differ`,
    actual: percentOf(percent),
    evidence: [...pair, evidenceOf(wish.name, 'difference', writePng(picture))],
  };
  const isAlike = percent <= wish.allowedPercent;
  const count = `${differentPixels.toLocaleString('en-US')} pixels (${percentOf(percent)}) differ from version ${version} of the baseline`;
  return {
    ...told,
    status: isAlike ? 'passed' : 'failed',
    message: isAlike ? `${count}.` : `${count}; ${percentOf(wish.allowedPercent)} may.`,
    picture: wish.result(isAlike ? 'same' : 'different', version, percent),
  };
}

/** Handles a picture without a baseline: it is stored as the first one, or refused until it is accepted. */
async function first(wish: Wish, baselines: Baselines, { bytes }: Taken): Promise<Outcome | Baseline> {
  const told = { picture: wish.result('new', null), evidence: [evidenceOf(wish.name, 'actual', bytes)] };
  if (!wish.keepsFirst)
    throw new StepFailure(
      'failed',
      `"${wish.name}" has no baseline in this target. Look at the picture in the report, and accept it.`,
      told,
    );
  const { width, height } = readPng(bytes);
  const { isOwn, ...kept } = await baselines.keep(wish.name, { bytes, width, height });
  if (!isOwn) return kept;
  const message = `This first picture of "${wish.name}" is its baseline now. Review it in the report.`;
  return { ...told, status: 'passed', message, picture: wish.result('new', kept.version) };
}

/**
 * Whether the page is still loading something that may change it. A request that never ends, such as a stream, is
 * awaited for half of the step's time.
 */
const isLoading = ({ session, looks, call }: StepAction): boolean =>
  session.log.openRequests().length > 0 && looks.leftMs > call.timeoutMs / 2;

/**
 * Takes pictures until one matches the baseline or the time is up. Only a picture that equals the one before is
 * compared.
 */
async function compare(action: StepAction, wish: Wish, baselines: Baselines): Promise<Outcome> {
  const read = (found: Baseline) => ({ ...found, picture: readPng(found.bytes) });
  const found = await baselines.find(wish.name);
  let baseline = found && read(found);
  let before: Taken | undefined;
  let judged: { bytes: Buffer; outcome: Outcome } | undefined;
  do {
    const taken = await take(action, wish);
    const isAtRest = before?.bytes.equals(taken.bytes) ?? false;
    before = taken;
    if (!isAtRest || judged?.bytes.equals(taken.bytes)) continue;
    if (!baseline) {
      if (isLoading(action)) continue;
      const kept = await first(wish, baselines, taken);
      if ('status' in kept) return kept;
      baseline = read(kept);
    }
    judged = { bytes: taken.bytes, outcome: judge(wish, baseline, taken) };
    if (judged.outcome.status === 'passed') return judged.outcome;
  } while (await action.looks.another());
  if (judged) throw new StepFailure('failed', judged.outcome.message, judged.outcome);
  throw new StepFailure(
    'failed',
    `The picture did not come to rest within ${seconds(action.call.timeoutMs)}. Leave out with a mask what keeps moving.`,
    before && { evidence: [evidenceOf(wish.name, 'actual', before.bytes)] },
  );
}

const verifyScreenshot: Handler = async (action) => {
  const { baselines } = action.session.options;
  if (!baselines)
    throw new StepFailure(
      'error',
      'Pictures are compared when a script is run. Start Dry Run or Run Test to compare this one.',
    );
  try {
    return await compare(action, new Wish(action), baselines);
  } catch (error) {
    if (error instanceof PictureError) throw new StepFailure('error', error.message);
    throw error;
  }
};

/** Handler of the screenshot keyword. */
export const screenshotHandlers: Record<string, Handler> = { verifyScreenshot };
