const separators = /[^\p{L}\p{N}]+/u;
const wordsOf = (text: string): string[] => text.toLowerCase().split(separators).filter(Boolean);

/** The most words of a question that count. */
const mostWords = 6;
/** A word of fewer letters must be right; a longer one may have one typing error. */
const forgivingLength = 5;
const isForgiven = (word: string): boolean => word.length >= forgivingLength && [...word].length >= forgivingLength;

/** isNearly tells whether a word begins as typed, but for one letter too many, too few or wrong, or two exchanged. */
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

/** scoreWord tells how well one typed word fits one of the words of a name. */
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

/** createMatcher makes the question to names of what was typed: undefined where a name does not fit, else a number that is higher the better it does. */
export function createMatcher(text: string): (name: string) => number | undefined {
  const typed = wordsOf(text).slice(0, mostWords);
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
    // Of two names that fit alike, the shorter one is meant.
    return sum - Math.min(words.length, 20) / 10;
  };
}

/**
 * piecesOf cuts each typed word into pieces of which a name that fits holds at least one, typing error or not: what a database can look for.
 * A word in which nothing is forgiven is one piece; no piece holds half of a letter.
 */
export function piecesOf(text: string): string[][] {
  return wordsOf(text)
    .slice(0, mostWords)
    .map((word) => {
      if (!isForgiven(word)) return [word];
      // One error spoils two pieces at the most, where two letters are exchanged.
      const letters = [...word];
      const size = Math.ceil(letters.length / 3);
      return Array.from({ length: Math.ceil(letters.length / size) }, (_none, at) =>
        letters.slice(at * size, (at + 1) * size).join(''),
      );
    });
}
