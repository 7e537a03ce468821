/** lineText returns the invoice text of what was bought, and for how long. */
export const lineText = (what: string, months: number): string =>
  `${what}, ${months} ${months === 1 ? 'month' : 'months'}`;
