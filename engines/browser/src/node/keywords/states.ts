import type { Locator } from 'playwright-core';

const asks: Record<string, (locator: Locator) => Promise<boolean>> = {
  visible: (locator) => locator.isVisible(),
  enabled: (locator) => locator.isEnabled({ timeout: 1000 }),
  disabled: (locator) => locator.isDisabled({ timeout: 1000 }),
  checked: (locator) => locator.isChecked({ timeout: 1000 }),
  unchecked: async (locator) => !(await locator.isChecked({ timeout: 1000 })),
  editable: (locator) => locator.isEditable({ timeout: 1000 }),
  focused: (locator) => locator.evaluate((element) => element === (element.getRootNode() as Document).activeElement),
};

/** isInState says whether an element is in a state now; one that is not there is hidden and nothing else. */
export async function isInState(locator: Locator | undefined, state: string): Promise<boolean> {
  if (state === 'hidden') return !locator || !(await locator.isVisible());
  const ask = Object.hasOwn(asks, state) ? asks[state] : undefined;
  if (!ask) throw new Error(`There is no state "${state}" of elements.`);
  return locator !== undefined && (await ask(locator));
}
