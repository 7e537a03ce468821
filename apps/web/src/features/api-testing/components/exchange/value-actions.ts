/** How a value in a response is located. */
export type PathKind = 'jsonPath' | 'xpath';

/** Actions on a value that the user points at in a response. */
export interface ValueActions {
  /** `value` is undefined for elements without their own value, such as an XML element with child elements. */
  addAssertion: (kind: PathKind, path: string, value: unknown) => void;
  extractValue: (kind: PathKind, path: string) => void;
}
