const lengthLimit = 60;
/** Names that Windows reserves for devices. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * fileNameOf converts a name to a path segment that is valid on any system; different names may have the same result.
 */
export function fileNameOf(name: string): string {
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s<>:"/\\|?*\u0000-\u001f\u007f~]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  const short =
    [...plain]
      .slice(0, lengthLimit)
      .join('')
      .replace(/[-.]+$/, '') || 'unnamed';
  return reserved.test(short) ? `${short}-` : short;
}

/** An item to be named within one folder. */
export interface Named {
  name: string;
  /** The oldest id keeps the plain name if several items share it. */
  id?: string | undefined;
}

/**
 * fileNamesOf gives the items of one folder distinct file names; adding or removing other items doesn't change a name,
 * unless they shared it.
 */
export function fileNamesOf<Item extends Named>(
  items: readonly Item[],
  taken: readonly string[] = [],
): Map<Item, string> {
  const names = new Map<Item, string>();
  const used = new Set(taken);
  const inOrder = [...items].sort((a, b) => ((a.id ?? '~') < (b.id ?? '~') ? -1 : 1));
  for (const item of inOrder) {
    const plain = fileNameOf(item.name);
    const marks = ['', `~${(item.id ?? '').slice(-6)}`, `~${item.id ?? ''}`];
    let name = marks.map((mark) => plain + mark).find((one) => !used.has(one) && !one.endsWith('~'));
    for (let n = 2; name === undefined; n += 1) if (!used.has(`${plain}~${n}`)) name = `${plain}~${n}`;
    used.add(name);
    names.set(item, name);
  }
  return names;
}
