/** Comments, texts and quoted names of T-SQL: words in them are no statements. */
const quoted = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\[(?:[^\]]|\]\])*\]/g;
const notReading =
  /\b(insert|update|delete|merge|drop|alter|create|truncate|exec|execute|into|commit|rollback|begin|save|grant|revoke|deny|use|set|declare|backup|restore|shutdown|kill|openrowset|openquery|opendatasource|dbcc|waitfor|bulk|xp_\w+|sp_\w+)\b/i;

/**
 * readingProblem tells why a T-SQL text is not one reading statement, or undefined where it is. SQL Server has no read-only transaction and
 * takes several statements without a separator, so the text itself is judged; what is doubtful is refused.
 */
export function readingProblem(query: string): string | undefined {
  const bare = query
    .replace(quoted, (text) => (/^(--|\/\*)/.test(text) ? ' ' : ' ? '))
    .trim()
    .replace(/;\s*$/, '');
  if (/['"[\]]|\/\*|\*\//.test(bare)) return 'A quote or a comment of the query does not end.';
  if (!/^(select|with)\b/i.test(bare)) return 'Begin the query with SELECT or WITH: it may only read.';
  if (bare.includes(';')) return 'Write one statement only.';
  const word = notReading.exec(bare)?.[0];
  return word && `The query may only read: ${word.toUpperCase()} is not allowed. Put a name that reads so in brackets.`;
}

/** Comments, texts (also those of the form q'[…]') and quoted names of Oracle. */
const oracleQuoted =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\bn?q'(?:\[[\s\S]*?\]|\{[\s\S]*?\}|\([\s\S]*?\)|<[\s\S]*?>|([^\s[{(<])[\s\S]*?\1)'|'(?:[^']|'')*'|"[^"]*"/gi;

/**
 * oracleReadingProblem tells why a text is not one reading statement of Oracle, or undefined where it is. A read-only transaction refuses what
 * writes; a function that is written into the query could begin a transaction of its own, so it is refused here.
 */
export function oracleReadingProblem(query: string): string | undefined {
  const bare = query
    .replace(oracleQuoted, (text) => (/^(--|\/\*)/.test(text) ? ' ' : ' ? '))
    .trim()
    .replace(/;\s*$/, '');
  if (/['"]|\/\*|\*\//.test(bare)) return 'A quote or a comment of the query does not end.';
  if (!/^(select|with)\b/i.test(bare)) return 'Begin the query with SELECT or WITH: it may only read.';
  if (bare.includes(';')) return 'Write one statement only.';
  const word = /\bwith\s+(function|procedure)\b/i.exec(bare)?.[1] ?? /\bfor\s+(update)\b/i.exec(bare)?.[1];
  return word && `The query may only read: ${word.toUpperCase()} is not allowed.`;
}
