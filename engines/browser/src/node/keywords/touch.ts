import { readLocator, type Locator as Way } from '@touchstone/engine-keyword/core';
import type { Locator } from 'playwright-core';
import { StepFailure } from '../failures.ts';
import { findElement } from '../locate.ts';
import { type Handler, passed, type StepAction } from './step-action.ts';

const browserTitles = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKitGTK' };

interface Point {
  x: number;
  y: number;
}

/** Moves of a swipe, each in its own frame: pages see a moving finger. */
const moves = 12;
const frameMs = 16;
/** Minimum distance of a finger from the edge of the screen, in CSS pixels. */
const edge = 1;

const directions: Record<string, Point> = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};

/** Throws if the script's browser has no touchscreen. */
function assertTouch({ session, title }: StepAction): void {
  if (session.hasTouch) return;
  const message =
    session.options.engine === 'chromium'
      ? `${title} needs a touchscreen. Run the script with a device that has one, such as Pixel 7.`
      : `${title} needs a touchscreen, which ${browserTitles[session.options.engine]} doesn't imitate. Run the script in Chromium with a device such as Pixel 7.`;
  throw new StepFailure('error', message);
}

const tap: Handler = async (action) => {
  assertTouch(action);
  const [x, y] = [action.number('x'), action.number('y')];
  const element = await action.element();
  await element.tap({ ...action.time, ...(x !== undefined && y !== undefined && { position: { x, y } }) });
  return passed;
};

async function middleOf(element: Locator, name: string, action: StepAction): Promise<Point> {
  await element.scrollIntoViewIfNeeded(action.time);
  const box = await element.boundingBox(action.time);
  if (!box) throw new StepFailure('failed', `"${name}" is on the page, but is hidden.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function endOf(start: Point, action: StepAction): Point {
  const { x, y } = directions[action.text('direction')] ?? directions.up!;
  const distance = action.needed('distance');
  const { width, height } = action.page.viewportSize() ?? { width: 0, height: 0 };
  const within = (value: number, size: number) => Math.min(Math.max(value, edge), size - edge);
  return { x: within(start.x + x * distance, width), y: within(start.y + y * distance, height) };
}

async function elementAt(way: Way, name: string, action: StepAction): Promise<Point> {
  const target = { name, locators: [way], frame: action.call.target?.frame ?? [] };
  const { locator } = await findElement(action.session.scopeFor(target), target, action.polling, action.call.timeoutMs);
  return middleOf(locator, name, action);
}

const swipe: Handler = async (action) => {
  assertTouch(action);
  const to = action.text('to');
  const way = to === '' ? undefined : readLocator(to);
  if (to !== '' && !way) throw new StepFailure('error', `"${to}" is no locator. Write one as css="#cart".`);
  const { width, height } = action.page.viewportSize() ?? { width: 0, height: 0 };
  const start = action.call.target
    ? await middleOf(await action.element(), action.target.name, action)
    : { x: width / 2, y: height / 2 };
  const end = way ? await elementAt(way, to, action) : endOf(start, action);
  const devtools = await action.session.context.newCDPSession(action.page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  try {
    await touch('touchStart', [start]);
    for (let move = 1; move <= moves; move += 1) {
      const part = move / moves;
      await touch('touchMove', [{ x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part }]);
      await action.page.waitForTimeout(frameMs);
    }
    await touch('touchEnd', []);
  } finally {
    await devtools.detach().catch(() => undefined);
  }
  return passed;
};

/** Handlers of the touch keywords. */
export const touchHandlers: Record<string, Handler> = { tap, swipe };
