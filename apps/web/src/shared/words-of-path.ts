const isName = (part: string) => /\p{L}{2}/u.test(part) && !/\d.*\d/.test(part);

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** wordsOfPath guesses what somebody looked for from the address that they opened: its last part that is no id. */
export const wordsOfPath = (pathname: string): string =>
  (pathname.split('/').map(decoded).findLast(isName) ?? '')
    .replace(/[-_.+]+/g, ' ')
    .trim()
    .slice(0, 60);
