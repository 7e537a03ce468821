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
class ScreenshotRequest {
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

async function areasOf(
  action: StepAction,
  request: ScreenshotRequest,
  origin: { x: number; y: number },
): Promise<Area[]> {
  const areas: Area[] = [];
  const frame = action.call.target?.frame ?? [];
  for (const way of request.masks)
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
  request: ScreenshotRequest,
): Promise<{ x: number; y: number }> {
  if (element) {
    const box = await element.boundingBox(action.readingTime);
    return { x: Math.floor(box?.x ?? 0), y: Math.floor(box?.y ?? 0) };
  }
  if (!request.isWholePage) return { x: 0, y: 0 };
  return action.page.evaluate(() => ({ x: -window.scrollX, y: -window.scrollY }));
}

async function take(action: StepAction, request: ScreenshotRequest): Promise<Taken> {
  const options = { type: 'png', animations: 'disabled', caret: 'hide', scale: 'css', ...action.readingTime } as const;
  const element = action.call.target ? await action.element() : undefined;
  const bytes = element
    ? await element.screenshot(options)
    : await action.page.screenshot({ ...options, fullPage: request.isWholePage });
  return { bytes, ignored: await areasOf(action, request, await originOf(action, element, request)) };
}

const evidenceOf = (name: string, role: NonNullable<Evidence['role']>, bytes: Uint8Array): Evidence => ({
  name: `${name} ${role}`,
  role,
  mediaType,
  bytes,
});

/** Compares a picture with the baseline: an outcome that passed or failed. */
function judge(
  request: ScreenshotRequest,
  baseline: Baseline & { picture: Picture },
  { bytes, ignored }: Taken,
): Outcome {
  const { version, picture: expected } = baseline;
  const actual = readPng(bytes);
  const pair = [evidenceOf(request.name, 'expected', baseline.bytes), evidenceOf(request.name, 'actual', bytes)];
  if (expected.width !== actual.width || expected.height !== actual.height)
    return {
      status: 'failed',
      message: `The picture has ${sizeOf(actual)} pixels, version ${version} of the baseline has ${sizeOf(expected)}.`,
      expected: sizeOf(expected),
      actual: sizeOf(actual),
      picture: request.result('other size', version),
      evidence: pair,
    };
  const { differentPixels, percent, picture } = comparePictures(expected, actual, ignored);
  if (differentPixels === 0) return { ...passed, picture: request.result('same', version) };
  const details = {
    expected: `at most ${percentOf(request.allowedPercent)} of the pixels differ`,
    actual: percentOf(percent),
    evidence: [...pair, evidenceOf(request.name, 'difference', writePng(picture))],
  };
  const isAlike = percent <= request.allowedPercent;
  const count = `${differentPixels.toLocaleString('en-US')} pixels (${percentOf(percent)}) differ from version ${version} of the baseline`;
  return {
    ...details,
    status: isAlike ? 'passed' : 'failed',
    message: isAlike ? `${count}.` : `${count}; ${percentOf(request.allowedPercent)} may.`,
    picture: request.result(isAlike ? 'same' : 'different', version, percent),
  };
}

/** Handles a picture without a baseline: it is stored as the first one, or refused until it is accepted. */
async function first(request: ScreenshotRequest, baselines: Baselines, { bytes }: Taken): Promise<Outcome | Baseline> {
  const details = { picture: request.result('new', null), evidence: [evidenceOf(request.name, 'actual', bytes)] };
  if (!request.keepsFirst)
    throw new StepFailure(
      'failed',
      `"${request.name}" has no baseline in this target. Look at the picture in the report, and accept it.`,
      details,
    );
  const { width, height } = readPng(bytes);
  const { isOwn, ...kept } = await baselines.keep(request.name, { bytes, width, height });
  if (!isOwn) return kept;
  const message = `This first picture of "${request.name}" is its baseline now. Review it in the report.`;
  return { ...details, status: 'passed', message, picture: request.result('new', kept.version) };
}

/**
 * Whether the page is still loading something that may change it. A request that never ends, such as a stream, is
 * awaited for half of the step's time.
 */
const isLoading = ({ session, polling, call }: StepAction): boolean =>
  session.log.openRequests().length > 0 && polling.leftMs > call.timeoutMs / 2;

/**
 * Takes pictures until one matches the baseline or the time is up. Only a picture that equals the one before is
 * compared.
 */
async function compare(action: StepAction, request: ScreenshotRequest, baselines: Baselines): Promise<Outcome> {
  const read = (found: Baseline) => ({ ...found, picture: readPng(found.bytes) });
  const found = await baselines.find(request.name);
  let baseline = found && read(found);
  let before: Taken | undefined;
  let judged: { bytes: Buffer; outcome: Outcome } | undefined;
  do {
    const taken = await take(action, request);
    const isAtRest = before?.bytes.equals(taken.bytes) ?? false;
    before = taken;
    if (!isAtRest || judged?.bytes.equals(taken.bytes)) continue;
    if (!baseline) {
      if (isLoading(action)) continue;
      const kept = await first(request, baselines, taken);
      if ('status' in kept) return kept;
      baseline = read(kept);
    }
    judged = { bytes: taken.bytes, outcome: judge(request, baseline, taken) };
    if (judged.outcome.status === 'passed') return judged.outcome;
  } while (await action.polling.another());
  if (judged) throw new StepFailure('failed', judged.outcome.message, judged.outcome);
  throw new StepFailure(
    'failed',
    `The picture did not come to rest within ${seconds(action.call.timeoutMs)}. Leave out with a mask what keeps moving.`,
    before && { evidence: [evidenceOf(request.name, 'actual', before.bytes)] },
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
    return await compare(action, new ScreenshotRequest(action), baselines);
  } catch (error) {
    if (error instanceof PictureError) throw new StepFailure('error', error.message);
    throw error;
  }
};

/** Handler of the screenshot keyword. */
export const screenshotHandlers: Record<string, Handler> = { verifyScreenshot };
