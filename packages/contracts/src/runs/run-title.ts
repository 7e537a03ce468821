/** runTitle returns the display name of a run: `Checkout #128`. */
export const runTitle = ({ name, number }: { name: string; number?: number | null }): string =>
  typeof number === 'number' ? `${name} #${number}` : name;
