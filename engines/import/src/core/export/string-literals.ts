/**
 * A JSON string is also a literal in JavaScript, Java, Go, Python and C#, without the two escapes that not all of them
 * support.
 */
export const doubleQuoted = (text: string): string =>
  JSON.stringify(text.toWellFormed())
    .replace(/\\(.)/g, (written, sign: string) => ({ b: '\\u0008', f: '\\u000c' })[sign] ?? written)
    .replace(/[\u007f-\u009f\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** In Ruby's double quotes, `#{`, `#$` and `#@` would be interpolated. */
export const rubyText = (text: string): string => doubleQuoted(text).replace(/#(?=[{$@])/g, '\\#');

/** In single quotes PHP interprets only `\\` and `\'`. */
export const phpText = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;

/** In single quotes PowerShell interprets only `''`; it treats curly quotes as straight ones. */
export const powerShellText = (text: string): string => `'${text.replace(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`;

/** In double quotes Kotlin and Dart interpolate `$name`. */
export const dollarText = (text: string): string => doubleQuoted(text).replaceAll('$', '\\$');

/** Swift and Rust write a character as its code point in braces. */
export const bracedText = (text: string): string =>
  doubleQuoted(text).replace(/\\(?:u([0-9a-f]{4})|.)/g, (written, code?: string) => (code ? `\\u{${code}}` : written));
