/** What can be done with a value that the user points at in a response. */
export interface JsonActions {
  addAssertion: (path: string, value: unknown) => void;
  extractValue: (path: string) => void;
}
