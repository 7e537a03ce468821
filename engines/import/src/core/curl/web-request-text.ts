const command = '(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm)';
// A text ends at a quote that is not doubled, so that it can be read in one way only.
const single = "'(?:[^']|'')*'(?!')";
const double = '"(?:[^"`]|`[\\s\\S]|"")*"(?!")';
const tablePattern = `@\\{(?:${single}|${double}|[^{}'"])*\\}`;

const alias =
  /(?:^|[\s;|(=&])curl[ \t][^\n;|]{0,2000}(?<=\s)-(?:Uri|Method|Headers|Body|ContentType|UseBasicParsing)(?![\w-])/;
const direct = new RegExp(`(?:^|[\\s;|(=&])${command}\\s`, 'i');

/** usesWebRequests returns whether a text has PowerShell's own commands for requests; one of them is also named curl. */
export const usesWebRequests = (text: string): boolean => direct.test(text) || alias.test(text);

/** A hash table as one word of a command. */
const tableWord = (entries: readonly (readonly [string, string])[]): string =>
  `'@{${encodeURIComponent(JSON.stringify(entries)).replaceAll("'", '%27')}}'`;

/** tableOf reads a word that was written as a hash table; undefined for any other word. */
export function tableOf(word: string): [name: string, value: string][] | undefined {
  const [, entries] = /^@\{([^{}]+)\}$/.exec(word) ?? [];
  try {
    return entries === undefined ? undefined : JSON.parse(decodeURIComponent(entries));
  } catch {
    return undefined;
  }
}

/**
 * withoutPowerShellValues prepares a text with web requests for the reader of words: hash tables and here-strings
 * become single words, and variables that the text sets are replaced with their values.
 */
export function withoutPowerShellValues(text: string): string {
  const values = new Map<string, string>();
  const tables = new Map<string, [string, string][]>();
  const kept = text
    .replaceAll('\r\n', '\n')
    // The reader removes this backslash, which only programs need.
    .replaceAll('\\"', '\\\\"')
    .replace(/@(['"])[ \t]*\n([\s\S]*?)\n\1@/g, (_, quote: string, lines: string) =>
      quoted(quote === '"' ? expanded(lines) : lines),
    )
    .replace(new RegExp(`(?<=[\\s=(])${tablePattern}`, 'g'), (table) => tableWord(entriesOf(table)))
    .replace(/^[ \t]*\$(\w+)[ \t]*=[ \t]*New-Object\b.*$/gim, (_, name: string) => {
      tables.set(name.toLowerCase(), []);
      return '';
    })
    .replace(
      new RegExp(
        `^[ \\t]*\\$(\\w+)\\.Add\\([ \\t]*(${single}|${double})[ \\t]*,[ \\t]*(${single}|${double})[ \\t]*\\)[ \\t;]*$`,
        'gim',
      ),
      (line, name: string, key: string, value: string) => {
        const table = tables.get(name.toLowerCase());
        table?.push([unquoted(key), unquoted(value)]);
        return table === undefined ? line : '';
      },
    )
    .replace(
      new RegExp(`^[ \\t]*\\$(\\w+)[ \\t]*=[ \\t]*(${single}|${double})[ \\t;]*$`, 'gm'),
      (_, name: string, value: string) => {
        values.set(name.toLowerCase(), value);
        return '';
      },
    );
  for (const [name, entries] of tables) values.set(name, tableWord(entries));
  return withoutResults(kept).replace(
    /(?<=[\s:])\$(\w+)(?=[\s;)|]|$)/g,
    (word, name: string) => values.get(name.toLowerCase()) ?? word,
  );
}

/** Removes the variables that receive responses, and the lines that only show them. */
function withoutResults(text: string): string {
  const results = new Set<string>();
  const requests = text.replace(
    new RegExp(`^[ \\t]*\\$(\\w+)[ \\t]*=[ \\t]*(?=${command}\\s|curl\\s)`, 'gim'),
    (_, name: string) => {
      results.add(name.toLowerCase());
      return '';
    },
  );
  return requests.replace(/^[ \t]*\$(\w+)(?:\.[\w.]+)?[ \t]*(?:\|.*)?$/gm, (line, name: string) =>
    results.has(name.toLowerCase()) ? '' : line,
  );
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const expanded = (text: string): string =>
  text
    .replace(/`([\s\S])/g, (_, sign: string) => ({ n: '\n', r: '\r', t: '\t' })[sign] ?? sign)
    .replace(/\$\{?(?:env:)?([A-Za-z_]\w*)\}?/gi, '{{$1}}');

function unquoted(word: string): string {
  if (word.startsWith("'")) return word.slice(1, -1).replaceAll("''", "'");
  if (word.startsWith('"')) return expanded(word.slice(1, -1).replaceAll('""', '"')).replaceAll('\\\\"', '\\"');
  return expanded(word);
}

function entriesOf(table: string): [string, string][] {
  const value = `((?:Get-Item[ \\t]+)?)(${single}|${double}|[^\\s;}]+)`;
  const entry = new RegExp(`(${single}|${double}|[\\w-]+)[ \\t]*=[ \\t]*${value}`, 'gi');
  return [...table.slice(2, -1).matchAll(entry)].map(([, name = '', file = '', written = '']) => [
    unquoted(name),
    `${file === '' ? '' : 'Get-Item '}${unquoted(written)}`,
  ]);
}
