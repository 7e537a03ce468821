const simple: Record<string, string> = { r: '\r', n: '\n', t: '\t', '0': '\0', '\\': '\\' };

/**
 * unescapeText decodes \r, \n, \t, \0, \\ and \xHH; anything else stays as written. Bytes above 0x7f are Latin-1.
 */
export const unescapeText = (text: string): string =>
  text.replace(/\\(?:x([0-9a-f]{2})|([rnt0\\]))/gi, (whole, hex: string | undefined, letter: string | undefined) =>
    hex !== undefined ? String.fromCharCode(Number.parseInt(hex, 16)) : (simple[letter ?? ''] ?? whole),
  );
