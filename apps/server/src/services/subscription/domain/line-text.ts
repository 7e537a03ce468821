/** lineText says on an invoice what was bought, and for how long. */
export const lineText = (what: string, months: number): string =>
  `${what}, ${months} ${months === 1 ? 'month' : 'months'}`;
