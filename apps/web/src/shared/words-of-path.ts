const isName = (part: string) => /\p{L}{2}/u.test(part) && !/\d.*\d/.test(part);

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** wordsOfPath guesses a search text from an address: its last part that isn't an id. */
export const wordsOfPath = (pathname: string): string =>
  (pathname.split('/').map(decoded).findLast(isName) ?? '')
    .replace(/[-_.+]+/g, ' ')
    .trim()
    .slice(0, 60);
