/** How a value of a response is found. */
export type PathKind = 'jsonPath' | 'xpath';

/** What can be done with a value that the user points at in a response. */
export interface ValueActions {
  /** `value` is undefined for what has none of its own, such as an XML element of elements. */
  addAssertion: (kind: PathKind, path: string, value: unknown) => void;
  extractValue: (kind: PathKind, path: string) => void;
}
