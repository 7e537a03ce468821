import type { Locator } from 'playwright-core';
import { isLate } from '../failures.ts';

/** Timeout of one check of an element that may be gone, in milliseconds. */
const checkTimeoutMs = 2000;

const asks: Record<string, (locator: Locator) => Promise<boolean>> = {
  visible: (locator) => locator.isVisible(),
  enabled: (locator) => locator.isEnabled({ timeout: checkTimeoutMs }),
  disabled: (locator) => locator.isDisabled({ timeout: checkTimeoutMs }),
  checked: (locator) => locator.isChecked({ timeout: checkTimeoutMs }),
  unchecked: async (locator) => !(await locator.isChecked({ timeout: checkTimeoutMs })),
  editable: (locator) => locator.isEditable({ timeout: checkTimeoutMs }),
  focused: (locator) =>
    locator.evaluate((element) => element === (element.getRootNode() as Document).activeElement, undefined, {
      timeout: checkTimeoutMs,
    }),
};

/** isInState returns whether an element is in a state now; a missing one is hidden and nothing else. */
export async function isInState(locator: Locator | undefined, state: string): Promise<boolean> {
  if (state === 'hidden') return !locator || !(await locator.isVisible());
  const ask = Object.hasOwn(asks, state) ? asks[state] : undefined;
  if (!ask) throw new Error(`There is no state "${state}" of elements.`);
  if (!locator) return false;
  try {
    return await ask(locator);
  } catch (error) {
    // It has been removed from the page in the meantime.
    if (isLate(error)) return false;
    throw error;
  }
}
