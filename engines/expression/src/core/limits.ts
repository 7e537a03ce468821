/** Limits of an expression. All are counts, so the same text always gets the same verdict. */
export const expressionLimits = {
  /** Characters of an expression. */
  characters: 100_000,
  /** Nesting depth of parentheses, or of conditions in a tree. */
  nesting: 100,
  /** Members and items visited by the comparison of two JSON values. */
  jsonValues: 100_000,
  /** Characters of a text that is parsed as JSON for comparison with a JSON value. */
  jsonCharacters: 1_000_000,
} as const;
