const special = /[\\^$.*+?()[\]{}|/-]/g;

/** escapePattern escapes a string for use in a regular expression that matches exactly it. */
export const escapePattern = (text: string): string => text.replace(special, '\\$&');

/** onlyGroup makes the numbered group the only capturing one; 0 is the whole match. */
export function onlyGroup(pattern: string, wanted: number): string {
  let group = 0;
  let isInClass = false;
  let out = '';
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern[at] ?? '';
    if (char === '\\') {
      out += char + (pattern[at + 1] ?? '');
      at += 1;
      continue;
    }
    if (char === '[') isInClass = true;
    if (char === ']') isInClass = false;
    out += char;
    const isCapturing =
      char === '(' && !isInClass && (pattern[at + 1] !== '?' || /^\(\?P?<[A-Za-z]/.test(pattern.slice(at)));
    if (!isCapturing) continue;
    group += 1;
    if (group === wanted) continue;
    out += '?:';
    const name = /^\(\?P?<[A-Za-z]\w*>/.exec(pattern.slice(at));
    if (name) at += name[0].length - 1;
  }
  return wanted === 0 ? `(${out})` : out;
}
