import type { FrameLocator } from 'playwright-core';
import { locatorAt } from './locator.ts';
import type { Place, Wire } from './wire.ts';

interface Exact {
  exact?: boolean;
}

/** Texts and attribute values as selectors of Playwright's page script take them. */
const textOf = (text: string, exact = false) => `${JSON.stringify(text)}${exact ? 's' : 'i'}`;
const quoted = (text: string, exact = false) =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"${exact ? 's' : 'i'}`;

/** scopeMethods finds elements in a document in the ways of Playwright's pages and frames. */
export function scopeMethods(wire: Wire, place: Place) {
  const find = (selector: string) => locatorAt(wire, place, selector);
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
