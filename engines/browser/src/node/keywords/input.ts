import { listOf, type Outcome, readLocator } from '@touchstone/engine-keyword/core';
import type { Locator } from 'playwright-core';
import { StepFailure, seconds } from '../failures.ts';
import { countOf, findElement } from '../locate.ts';
import { formatDate, readDate } from './dates.ts';
import { type Handler, passed, type StepAction } from './step-action.ts';
import { fillText, typeText } from './write-text.ts';

const modifierKeys = ['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift'] as const;

function modifiersOf(action: StepAction): (typeof modifierKeys)[number][] {
  return listOf(action.text('modifiers')).map((text) => {
    const key = modifierKeys.find((known) => known.toLowerCase() === text.toLowerCase());
    if (!key) throw new StepFailure('error', `"${text}" cannot be held down. Use ${modifierKeys.join(', ')}.`);
    return key;
  });
}

/**
 * Whether Playwright should not wait for a navigation that an action starts: the session does that, and also stops
 * waiting when a response has no page. Firefox reports late that it is leaving a page, so there Playwright waits.
 */
const noWaitOf = (action: StepAction) => ({ noWaitAfter: action.session.options.engine !== 'firefox' });

/** Treats a click as done even if its page doesn't load in time: a step that needs the page waits for it. */
async function clicked(click: Promise<void>): Promise<Outcome> {
  try {
    await click;
  } catch (error) {
    if (!/click action done/.test(String(error))) throw error;
  }
  return passed;
}

const click: Handler = async (action) => {
  const [x, y] = [action.number('x'), action.number('y')];
  const clickCount = action.number('count') ?? 1;
  if (!Number.isInteger(clickCount) || clickCount < 1 || clickCount > 100)
    throw new StepFailure('error', 'The number of clicks is a whole number from 1 to 100.');
  const element = await action.element();
  const options = {
    ...action.time,
    ...noWaitOf(action),
    clickCount,
    button: action.text('button') as 'left' | 'middle' | 'right',
    modifiers: modifiersOf(action),
    ...(x !== undefined && y !== undefined && { position: { x, y } }),
  };
  return clicked(action.act(() => element.click(options)));
};

const doubleClick: Handler = async (action) => {
  const element = await action.element();
  return clicked(action.act(() => element.dblclick({ ...action.time, ...noWaitOf(action) })));
};

const rightClick: Handler = async (action) => {
  const element = await action.element();
  return clicked(action.act(() => element.click({ ...action.time, ...noWaitOf(action), button: 'right' })));
};

const hover: Handler = async (action) => {
  const element = await action.element();
  await action.act(() => element.hover(action.time));
  return passed;
};

/** Firefox and WebKit start no drag for synthetic mouse input, so the drag events are dispatched to the page. */
async function dragByEvents(element: Locator, onto: Locator, action: StepAction): Promise<void> {
  const place = await onto.elementHandle(action.time);
  await element.evaluate(
    (source, target) => {
      const dataTransfer = new DataTransfer();
      const fire = (node: Element, type: string) =>
        node.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer }));
      fire(source, 'dragstart');
      if (target instanceof Element) for (const type of ['dragenter', 'dragover', 'drop']) fire(target, type);
      fire(source, 'dragend');
    },
    place,
    action.time,
  );
}

const dragAndDrop: Handler = async (action) => {
  const { session, target, polling, call } = action;
  const way = readLocator(action.text('onto'));
  if (!way)
    throw new StepFailure(
      'error',
      `"${action.text('onto')}" is no locator. Write one as role=list name="Cart", text="Cart" or css="#cart".`,
    );
  const element = await action.element();
  const onto = { name: 'the place to drop at', locators: [way], frame: target.frame };
  const { locator } = await findElement(session.scopeFor(target), onto, polling, call.timeoutMs);
  if (session.options.engine !== 'chromium' || session.isWebDriver) await dragByEvents(element, locator, action);
  else await element.dragTo(locator, action.time);
  return passed;
};

const scrollTo: Handler = async (action) => {
  if (action.call.target) await (await action.element()).scrollIntoViewIfNeeded(action.time);
  else
    await action.page.evaluate(([x, y]) => window.scrollTo(x ?? 0, y ?? 0), [action.needed('x'), action.needed('y')]);
  return passed;
};

const pressKey: Handler = async (action) => {
  const keys = action.text('keys');
  const element = action.call.target ? await action.element() : undefined;
  await action.act(() =>
    element ? element.press(keys, { ...action.time, ...noWaitOf(action) }) : action.page.keyboard.press(keys),
  );
  return passed;
};

/**
 * Sets the text of a field. A retry empties the field first, because setting the text that it already has would fire no
 * `change`.
 */
const writeText = (action: StepAction, element: Locator, text: string): Promise<void> =>
  action.actWhole(async (isAgain) => {
    if (isAgain) {
      await element.fill('', action.time);
      await element.evaluate((node) => (node as HTMLElement).blur(), undefined, action.time);
    }
    await fillText(action, element, text);
  });

const setText: Handler = async (action) => {
  const element = await action.element();
  await writeText(action, element, action.text('value'));
  return passed;
};

const typeSlowly: Handler = async (action) => {
  const delay = action.needed('delayMs');
  const element = await action.element();
  await action.act(() => typeText(action, element, action.text('value'), delay));
  return passed;
};

const clear: Handler = async (action) => {
  const element = await action.element();
  await action.act(() => element.clear(action.time));
  return passed;
};

const selectOption: Handler = async (action) => {
  const value = action.text('value');
  const by = action.text('by');
  const wanted =
    by === 'number' ? { index: action.needed('value') - 1 } : by === 'value' ? { value } : { label: value };
  const element = await action.element();
  try {
    await action.act(() => element.selectOption(wanted, action.time));
  } catch (error) {
    if (!/did not find some options/.test(String(error))) throw error;
    const offered = await element.evaluate((list) =>
      Array.from((list as HTMLSelectElement).options, (option) => option.label).slice(0, 20),
    );
    throw new StepFailure(
      'failed',
      `"${action.target.name}" has no option with the ${by} "${value}". It offers: ${offered.join(', ')}.`,
    );
  }
  return passed;
};

/** Runs in the page. */
const isRadio = (element: Element) => element.matches('input[type=radio], [role=radio]');
/** Timeout of one check of a box that may be gone, in milliseconds. */
const boxMs = 1000;

/**
 * A box that is gone after the click, for example because the page navigated, isn't checked again: on the next page it
 * would be a different one.
 */
const check: Handler = async (action) => {
  const on = action.text('on') !== 'false';
  const element = await action.element();
  if ((await element.isChecked(action.time)) === on) return passed;
  if (!on && (await element.evaluate(isRadio, undefined, action.time)))
    throw new StepFailure('error', `"${action.target.name}" is a radio button: choose another one instead.`);
  await clicked(action.act(() => element.click({ ...action.time, ...noWaitOf(action) })));
  do {
    if ((await countOf(element)) === 0) return passed;
    if ((await element.isChecked({ timeout: boxMs }).catch(() => undefined)) === on) return passed;
  } while (await action.polling.another());
  throw new StepFailure(
    'failed',
    `"${action.target.name}" was clicked, and was still ${on ? 'not checked' : 'checked'} after ${seconds(action.call.timeoutMs)}.`,
  );
};

/** Date formats of browser fields, by field type. */
const fieldFormats: Record<string, string> = {
  date: 'YYYY-MM-DD',
  'datetime-local': 'YYYY-MM-DDTHH:mm',
  month: 'YYYY-MM',
  time: 'HH:mm',
};

const setDate: Handler = async (action) => {
  const text = action.text('date');
  const date = readDate(text, new Date());
  if (!date)
    throw new StepFailure(
      'error',
      `"${text}" is no date. Write it as 2026-11-26, 2026-11-26T14:30, 14:30, today or today+7.`,
    );
  const element = await action.element();
  const type = await element.getAttribute('type', action.time);
  const written = formatDate(date, fieldFormats[type ?? ''] ?? action.text('format'));
  await writeText(action, element, written);
  return passed;
};

/** Handlers of the keywords in the groups Mouse and keys and Input. */
export const inputHandlers: Record<string, Handler> = {
  click,
  doubleClick,
  rightClick,
  hover,
  dragAndDrop,
  scrollTo,
  pressKey,
  setText,
  typeSlowly,
  clear,
  selectOption,
  check,
  setDate,
};
