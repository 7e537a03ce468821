const lengthLimit = 60;
/** Names that Windows keeps for devices. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** fileNameOf is a name as part of a path on any system; different names may give the same one. */
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

/** What is named within one folder. */
export interface Named {
  name: string;
  /** Decides who keeps the plain name where several want it: the oldest. */
  id?: string | undefined;
}

/** fileNamesOf names the items of one folder, each differently; a name stays the same when other items come or go, except for those it was shared with. */
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
