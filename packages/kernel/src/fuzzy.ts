const separators = /[^\p{L}\p{N}]+/u;
const wordsOf = (text: string): string[] => text.toLowerCase().split(separators).filter(Boolean);

/** The most search words that count. */
const maxWords = 6;
/** Shorter words must be typed correctly; from this length on, one typo is allowed. */
const forgivingLength = 5;
const isForgiven = (word: string): boolean => word.length >= forgivingLength && [...word].length >= forgivingLength;

/** Whether a word starts as typed, except for one letter too many, too few or wrong, or two swapped. */
function isNearly(typed: string, word: string): boolean {
  let same = 0;
  while (same < typed.length && typed[same] === word[same]) same += 1;
  const rest = typed.slice(same + 1);
  return (
    word.startsWith(rest, same + 1) ||
    word.startsWith(rest, same) ||
    word.startsWith(typed.slice(same), same + 1) ||
    (typed[same] === word[same + 1] &&
      typed[same + 1] === word[same] &&
      word.startsWith(typed.slice(same + 2), same + 2))
  );
}

/** Returns how well a typed word matches one of a name's words. */
function scoreWord(typed: string, words: readonly string[], name: string): number | undefined {
  const isPart = name.includes(typed);
  let best = isPart ? 40 : -1;
  for (const [at, word] of words.entries()) {
    const early = at === 0 ? 5 : 0;
    if (isPart && word === typed) return 80 + early;
    if (isPart && word.startsWith(typed)) best = Math.max(best, 60 + early);
    if (!isPart && isForgiven(typed) && isNearly(typed, word)) best = Math.max(best, 20 + early);
  }
  return best < 0 ? undefined : best;
}

/**
 * createMatcher creates a scoring function from a search text: undefined if a name doesn't match, otherwise higher for
 * better matches.
 */
export function createMatcher(text: string): (name: string) => number | undefined {
  const typed = wordsOf(text).slice(0, maxWords);
  const whole = text.trim().toLowerCase();
  return (label) => {
    const name = label.toLowerCase();
    if (name === whole) return 200;
    const words = name.split(separators);
    let sum = name.startsWith(whole) ? 50 : 0;
    for (const word of typed) {
      const score = scoreWord(word, words, name);
      if (score === undefined) return undefined;
      sum += score / typed.length;
    }
    // Of two equally good matches, the shorter name wins.
    return sum - Math.min(words.length, 20) / 10;
  };
}

/**
 * piecesOf cuts each search word into pieces of which a matching name contains at least one, typo or not: what a
 * database can search for. A word without typo tolerance is one piece; no piece contains half of a letter.
 */
export function piecesOf(text: string): string[][] {
  return wordsOf(text)
    .slice(0, maxWords)
    .map((word) => {
      if (!isForgiven(word)) return [word];
      // One typo affects at most two pieces, if two letters are swapped.
      const letters = [...word];
      const size = Math.ceil(letters.length / 3);
      return Array.from({ length: Math.ceil(letters.length / size) }, (_none, at) =>
        letters.slice(at * size, (at + 1) * size).join(''),
      );
    });
}
