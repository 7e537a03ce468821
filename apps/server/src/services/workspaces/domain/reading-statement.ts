/** Comments, strings and quoted names of T-SQL: keywords in them aren't statements. */
const quoted = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\[(?:[^\]]|\]\])*\]/g;
const notReading =
  /\b(insert|update|delete|merge|drop|alter|create|truncate|exec|execute|into|commit|rollback|begin|save|grant|revoke|deny|use|set|declare|backup|restore|shutdown|kill|openrowset|openquery|opendatasource|dbcc|waitfor|bulk|xp_\w+|sp_\w+)\b/i;

/**
 * readingProblem returns why a T-SQL text isn't a single read-only statement; undefined if it is. SQL Server has no
 * read-only transactions and accepts several statements without a separator, so the text itself is checked, and
 * rejected when in doubt.
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

/** Comments, strings (also those of the form q'[…]') and quoted names of Oracle. */
const oracleQuoted =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\bn?q'(?:\[[\s\S]*?\]|\{[\s\S]*?\}|\([\s\S]*?\)|<[\s\S]*?>|([^\s[{(<])[\s\S]*?\1)'|'(?:[^']|'')*'|"[^"]*"/gi;

/**
 * oracleReadingProblem returns why a text isn't a single read-only Oracle statement; undefined if it is. A read-only
 * transaction rejects writes, but a function defined in the query could start a transaction of its own, so it is
 * rejected here.
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
