import type { MockVerification } from '@touchstone/contracts/service-virtualization';

const longest = 120;
const short = (text: string): string => (text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text);

/** nearLines says in words what a call has other than expected. */
export const nearLines = ({ differences }: Pick<MockVerification['near'][number], 'differences'>): string[] =>
  differences
    .filter(({ isMatch }) => !isMatch)
    .map(({ part, name, operator, expected, actual }) => {
      const place = name === '' ? part : `${part} ${name}`;
      const wanted = operator === part ? short(expected) : `${operator} ${short(expected)}`;
      return `${place}: expected ${wanted}, got ${actual === null ? 'nothing' : short(actual)}`;
    });
