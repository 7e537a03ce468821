/** Challenge is one of the authentication methods offered by a server (RFC 9110 §11.6.1). */
export interface Challenge {
  /** In lower case. */
  scheme: string;
  params: Record<string, string>;
}

const token = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y;
const parameter = /\s*=\s*(?:"((?:[^"\\]|\\[\s\S])*)"|([!#$%&'*+.^_`|~0-9A-Za-z:/?@-]+))/y;
const token68 = /[A-Za-z0-9._~+/-]+=*(?=\s*(?:,|$))/y;
const separators = /[\s,]*/y;

/** parseChallenges parses the values of `WWW-Authenticate`; one value may contain several challenges. */
export function parseChallenges(values: readonly string[]): Challenge[] {
  return values.flatMap(parseValue);
}

function parseValue(value: string): Challenge[] {
  const challenges: Challenge[] = [];
  let position = 0;
  const read = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = position;
    const match = pattern.exec(value) ?? undefined;
    if (match !== undefined) position = pattern.lastIndex;
    return match;
  };
  for (read(separators); position < value.length; read(separators)) {
    const name = read(token)?.[0];
    if (name === undefined) return challenges;
    const found = challenges.length > 0 ? read(parameter) : undefined;
    if (found !== undefined) {
      const text = found[1]?.replace(/\\([\s\S])/g, '$1') ?? found[2]!;
      challenges.at(-1)!.params[name.toLowerCase()] = text;
      continue;
    }
    challenges.push({ scheme: name.toLowerCase(), params: {} });
    skipToken68();
  }
  return challenges;

  /**
   * Instead of parameters, a scheme may be followed by a single token; a word before `=` and a value is a parameter.
   */
  function skipToken68(): void {
    const start = position;
    if (!/\s/.test(value[position] ?? '')) return;
    read(separators);
    const word = read(token68)?.[0];
    const isScheme = word !== undefined && /^[A-Za-z-]+$/.test(word);
    if (word === undefined || isScheme) position = start;
  }
}
