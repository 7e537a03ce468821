import type { FrameLocator, Locator } from 'playwright-core';

interface Exact {
  exact?: boolean;
}

/** Texts and attribute values in the syntax of Playwright's selectors. */
const textOf = (text: string, exact = false) => `${JSON.stringify(text)}${exact ? 's' : 'i'}`;
const quoted = (text: string, exact = false) =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"${exact ? 's' : 'i'}`;

/**
 * scopeMethods provides the query methods of Playwright's pages and frames, given a function that finds elements by
 * selector.
 */
export function scopeMethods(find: (selector: string) => Locator) {
  return {
    locator: (selector: string) => find(selector),
    getByRole: (role: string, { name, exact }: Exact & { name?: string } = {}) =>
      find(`internal:role=${role}${name === undefined ? '' : `[name=${quoted(name, exact)}]`}`),
    getByTestId: (id: string) => find(`internal:testid=[data-testid=${quoted(id, true)}]`),
    getByLabel: (text: string, { exact }: Exact = {}) => find(`internal:label=${textOf(text, exact)}`),
    getByPlaceholder: (text: string, { exact }: Exact = {}) =>
      find(`internal:attr=[placeholder=${quoted(text, exact)}]`),
    getByText: (text: string, { exact }: Exact = {}) => find(`internal:text=${textOf(text, exact)}`),
  } as unknown as Pick<
    FrameLocator,
    'locator' | 'getByRole' | 'getByTestId' | 'getByLabel' | 'getByPlaceholder' | 'getByText'
  >;
}
