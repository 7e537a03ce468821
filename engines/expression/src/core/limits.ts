/** Bounds of one expression. All are counted, so the same text always has the same verdict. */
export const expressionLimits = {
  /** Characters of an expression. */
  characters: 100_000,
  /** Parentheses, or nested conditions of a tree, within each other. */
  nesting: 100,
  /** Members and items that the comparison of two JSON values looks at. */
  jsonValues: 100_000,
  /** Characters of a text that is read as JSON to be compared with a JSON value. */
  jsonCharacters: 1_000_000,
} as const;
