import type { Frame, Locator, Page } from 'playwright-core';
import type { StepAction } from './step-action.ts';

/** Fields whose value Playwright sets as a whole, in every engine. */
const setAsWhole = ['color', 'date', 'datetime-local', 'month', 'range', 'time', 'week'];

/** Firefox, as driven by Playwright, has keys for these only. */
const parts = /[\x20-\x7e\r\n\t]+|[^\x20-\x7e\r\n\t]/gu;

/** The frame that has the focus. */
async function focusedFrame(page: Page): Promise<Frame> {
  let frame = page.mainFrame();
  for (;;) {
    const focused = await frame.evaluateHandle(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      return element;
    });
    const inner = await focused.asElement()?.contentFrame();
    await focused.dispose();
    if (!inner) return frame;
    frame = inner;
  }
}

/**
 * insertText inserts text at the caret, like a paste. In Firefox, Playwright sets inserted text from outside: the page
 * gets no `change`, and frameworks that track their fields, such as React, don't see it.
 */
export async function insertText(page: Page, engine: string, text: string): Promise<void> {
  if (engine !== 'firefox') return page.keyboard.insertText(text);
  const frame = await focusedFrame(page);
  await frame.evaluate((written) => document.execCommand('insertText', false, written), text);
}

/** typeText types key by key, with `delay` milliseconds between keys. */
export async function typeText(
  { page, session, time }: StepAction,
  element: Locator,
  text: string,
  delay?: number,
): Promise<void> {
  const { engine } = session.options;
  const options = delay === undefined ? time : { ...time, delay };
  if (engine !== 'firefox') return element.pressSequentially(text, options);
  for (const part of text.match(parts) ?? [])
    if (/^[\x20-\x7e\r\n\t]/.test(part)) await element.pressSequentially(part, options);
    else await insertText(page, engine, part);
}

/** fillText replaces a field's text. */
export async function fillText(action: StepAction, element: Locator, text: string): Promise<void> {
  const { page, session, time } = action;
  if (session.options.engine !== 'firefox') return element.fill(text, time);
  const kind = await element.evaluate(
    (node) => {
      const field = (node instanceof HTMLLabelElement && node.control) || node;
      if (field instanceof HTMLInputElement) return field.type;
      return field instanceof HTMLElement && field.isContentEditable ? 'editable' : '';
    },
    undefined,
    time,
  );
  if (setAsWhole.includes(kind)) return element.fill(text, time);
  if (kind === 'number' && Number.isNaN(Number(text))) return element.fill(text, time);
  await element.fill('', time);
  if (kind === 'editable') await typeText(action, element, text);
  else if (text !== '') await insertText(page, session.options.engine, text);
}
