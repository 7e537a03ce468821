import type { MockVerification } from '@touchstone/contracts/service-virtualization';

const longest = 120;
const short = (text: string): string => (text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text);

/** nearLines describes how a call differs from the expectation. */
export const nearLines = ({ differences }: Pick<MockVerification['near'][number], 'differences'>): string[] =>
  differences
    .filter(({ isMatch }) => !isMatch)
    .map(({ part, name, operator, expected, actual }) => {
      const place = name === '' ? part : `${part} ${name}`;
      const wanted = operator === part ? short(expected) : `${operator} ${short(expected)}`;
      return `${place}: expected ${wanted}, got ${actual === null ? 'nothing' : short(actual)}`;
    });
