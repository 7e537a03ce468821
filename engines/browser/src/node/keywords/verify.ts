import { compareTexts, type Outcome } from '@touchstone/engine-keyword/core';
import type { Locator } from 'playwright-core';
import { StepFailure, seconds } from '../failures.ts';
import { countOf, findNow, locatorFor } from '../locate.ts';
import { pollUntil } from './poll-until.ts';
import { isInState } from './states.ts';
import { type Handler, passed, type StepAction } from './step-action.ts';

const maxShown = 2000;
const cut = (text: string) => (text.length > maxShown ? `${text.slice(0, maxShown)}…` : text);

/** readText returns an element's text or a field's value, with whitespace collapsed. */
export function readText(element: Locator, time: { timeout: number }): Promise<string> {
  return element.evaluate(
    (node) => {
      const text =
        node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement || node instanceof HTMLSelectElement
          ? node.value
          : node instanceof HTMLElement
            ? node.innerText
            : (node.textContent ?? '');
      return text.replace(/\s+/g, ' ').trim();
    },
    undefined,
    time,
  );
}

interface Comparison {
  action: StepAction;
  /** Name of the compared value in the message. */
  what: string;
  read: () => Promise<string>;
  operator: string;
  expected: string;
}

/** Reads until the value is as expected or the time is up. */
async function untilEqual({ action, what, read, operator, expected }: Comparison): Promise<Outcome> {
  const isBare = operator === 'is empty' || operator === 'is not empty';
  const wanted = isBare ? operator : `${operator} "${cut(expected)}"`;
  const { value, isRight } = await pollUntil(action, read, (text) => compareTexts(operator, text, expected));
  const values = { expected: wanted, actual: cut(value) };
  if (isRight) return { ...passed, ...values };
  throw new StepFailure(
    'failed',
    `${what} is "${values.actual}" after ${seconds(action.call.timeoutMs)}; expected: ${wanted}.`,
    values,
  );
}

const ofElement =
  (what: (action: StepAction) => string, read: (element: Locator, action: StepAction) => Promise<string>): Handler =>
  (action) =>
    untilEqual({
      action,
      what: what(action),
      read: async () => read(await action.element(), action),
      operator: action.text('operator'),
      expected: action.text('expected'),
    });

const ofPage =
  (what: string, read: (action: StepAction) => Promise<string> | string): Handler =>
  (action) =>
    untilEqual({
      action,
      what,
      read: async () => read(action),
      operator: action.text('operator'),
      expected: action.text('expected'),
    });

const verifyText = ofElement(
  ({ target }) => `The text of "${target.name}"`,
  (element, action) => readText(element, action.readingTime),
);
const verifyValue = ofElement(
  ({ target }) => `The value of "${target.name}"`,
  (element, action) => element.inputValue(action.readingTime),
);
const verifyAttribute = ofElement(
  (action) => `The attribute ${action.text('name')} of "${action.target.name}"`,
  async (element, action) => (await element.getAttribute(action.text('name'), action.readingTime)) ?? '',
);

/** Waits until the element is in the state; a hidden one needn't exist. */
const inState: Handler = async (action) => {
  const state = action.text('state');
  const { target, session } = action;
  let exists = false;
  do {
    const found = await findNow(session.scopeFor(target), target);
    exists = found !== undefined;
    if (found) await action.found(found);
    if (await isInState(found?.locator, state)) return { ...passed, expected: state, actual: state };
  } while (await action.polling.another());
  if (!exists && (await isInState(await action.element(), state))) return { ...passed, expected: state, actual: state };
  throw new StepFailure('failed', `"${target.name}" was not ${state} within ${seconds(action.call.timeoutMs)}.`, {
    expected: state,
    actual: state === 'hidden' ? 'visible' : `not ${state}`,
  });
};

const verifyCount: Handler = (action) => {
  const all = action.all();
  return untilEqual({
    action,
    what: `The number of "${action.target.name}"`,
    read: async () => String(await countOf(all)),
    operator: action.text('operator'),
    expected: String(action.needed('expected')),
  });
};

const waitForText: Handler = async (action) => {
  const text = action.text('text');
  if (action.call.target)
    return untilEqual({
      action,
      what: `The text of "${action.target.name}"`,
      read: async () => readText(await action.element(), action.readingTime),
      operator: 'contains',
      expected: text,
    });
  const shown = locatorFor(action.page, { by: 'text', value: text }).filter({ visible: true });
  do {
    if ((await countOf(shown)) > 0) return passed;
  } while (await action.polling.another());
  throw new StepFailure('failed', `The page did not show "${text}" within ${seconds(action.call.timeoutMs)}.`, {
    expected: text,
  });
};

const waitForUrl: Handler = (action) =>
  untilEqual({
    action,
    what: 'The address',
    read: async () => action.page.url(),
    operator: action.text('operator'),
    expected: action.text('url'),
  });

/** Handlers of the keywords in the group Verify, and of those that wait for the same conditions. */
export const verifyHandlers: Record<string, Handler> = {
  verifyText,
  verifyValue,
  verifyAttribute,
  verifyState: inState,
  verifyCount,
  verifyTitle: ofPage('The title', ({ page }) => page.title()),
  verifyUrl: ofPage('The address', ({ page }) => page.url()),
  waitForElement: inState,
  waitForText,
  waitForUrl,
};
