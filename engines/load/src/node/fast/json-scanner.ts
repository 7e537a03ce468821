/** A path as names and indexes; `$.items[0].id` is `['items', 0, 'id']`. */
export type SimplePath = (string | number)[];

const segment =
  /\.([A-Za-z_][A-Za-z0-9_]*)|\['([^'\\\u0000-\u001f\ufffd]*)'\]|\["([^"\\\u0000-\u001f\ufffd]*)"\]|\[(0|[1-9]\d{0,8})\]/y;

/**
 * parseSimplePath parses a JSONPath that addresses exactly one value by names and list indexes; undefined for any
 * other.
 */
export function parseSimplePath(path: string): SimplePath | undefined {
  if (!path.startsWith('$')) return undefined;
  const parts: SimplePath = [];
  segment.lastIndex = 1;
  while (segment.lastIndex < path.length) {
    const match = segment.exec(path);
    if (match === null) return undefined;
    const name = match[1] ?? match[2] ?? match[3];
    parts.push(name ?? Number(match[4]));
  }
  segment.lastIndex = 0;
  return parts;
}

/** A node that some path goes through or ends at. */
interface PlaceNode {
  name: string | undefined;
  nameBytes: Buffer;
  index: number;
  /** Number of the path that ends here, or -1. */
  slot: number;
  members: PlaceNode[];
  items: PlaceNode[];
}

const QUOTE = 34;
const BACKSLASH = 92;
/** Documents nested deeper than this are left to the parser. */
const maxDepth = 256;

const isSpace = new Uint8Array(256);
for (const byte of [9, 10, 13, 32]) isSpace[byte] = 1;
const isPlainText = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 32 && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);
const isEscape = new Uint8Array(256);
for (const char of '"\\/bfnrtu') isEscape[char.charCodeAt(0)] = 1;

/**
 * JsonScanner finds the values of several simple paths in one pass over the bytes of a JSON document, without building
 * its values. It accepts exactly the documents that `JSON.parse` accepts; of members with the same name, the last one
 * counts, as there.
 */
export class JsonScanner {
  /** Start and end of each path's value in the bytes; start -1 if there is none. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly #root: PlaceNode;
  #bytes: Buffer = Buffer.alloc(0);
  #end = 0;
  #depth = 0;
  #sawEscape = false;

  /** `paths` are all different. */
  constructor(paths: readonly SimplePath[]) {
    this.#root = place(undefined, -1);
    this.starts = new Int32Array(paths.length);
    this.ends = new Int32Array(paths.length);
    for (const [slot, path] of paths.entries()) this.#add(path, slot);
  }

  /** Returns whether the bytes are a JSON document; false also if they are nested too deeply to decide. */
  scan(bytes: Buffer, start: number, end: number): boolean {
    this.#bytes = bytes;
    this.#end = end;
    this.#depth = 0;
    this.starts.fill(-1);
    const hasMark = end - start >= 3 && bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf;
    const after = this.#value(this.#skipSpace(hasMark ? start + 3 : start), this.#root);
    return after >= 0 && this.#skipSpace(after) === end;
  }

  #add(path: SimplePath, slot: number): void {
    let node = this.#root;
    for (const part of path) {
      const children = typeof part === 'string' ? node.members : node.items;
      let next = children.find((child) => (typeof part === 'string' ? child.name === part : child.index === part));
      if (next === undefined) {
        next = typeof part === 'string' ? place(part, -1) : place(undefined, part);
        children.push(next);
      }
      node = next;
    }
    node.slot = slot;
  }

  /** Reads the value at `start` and returns the position after it, or -1 if there is none. */
  #value(start: number, node: PlaceNode | undefined): number {
    const after = this.#any(start, node);
    if (node !== undefined && node.slot >= 0 && after >= 0) {
      this.starts[node.slot] = start;
      this.ends[node.slot] = after;
    }
    return after;
  }

  #any(start: number, node: PlaceNode | undefined): number {
    if (start >= this.#end) return -1;
    switch (this.#bytes[start]) {
      case QUOTE:
        return this.#string(start);
      case 123:
        return this.#nested(start, node, true);
      case 91:
        return this.#nested(start, node, false);
      case 116:
        return this.#word(start, 'true');
      case 102:
        return this.#word(start, 'false');
      case 110:
        return this.#word(start, 'null');
      default:
        return this.#number(start);
    }
  }

  #nested(start: number, node: PlaceNode | undefined, isObject: boolean): number {
    this.#depth += 1;
    if (this.#depth > maxDepth) return -1;
    const after = isObject ? this.#object(start, node) : this.#array(start, node);
    this.#depth -= 1;
    return after;
  }

  #object(start: number, node: PlaceNode | undefined): number {
    const bytes = this.#bytes;
    let position = this.#skipSpace(start + 1);
    if (position < this.#end && bytes[position] === 125) return position + 1;
    for (;;) {
      position = this.#memberAt(position, node);
      if (position < 0) return -1;
      position = this.#skipSpace(position);
      if (position >= this.#end) return -1;
      if (bytes[position] === 125) return position + 1;
      if (bytes[position] !== 44) return -1;
      position = this.#skipSpace(position + 1);
    }
  }

  #memberAt(start: number, node: PlaceNode | undefined): number {
    const bytes = this.#bytes;
    if (start >= this.#end || bytes[start] !== QUOTE) return -1;
    this.#sawEscape = false;
    const nameEnd = this.#string(start);
    if (nameEnd < 0) return -1;
    const isWanted = node !== undefined && node.members.length > 0;
    const child = isWanted ? this.#findMember(node, start + 1, nameEnd - 1, this.#sawEscape) : undefined;
    const colon = this.#skipSpace(nameEnd);
    if (colon >= this.#end || bytes[colon] !== 58) return -1;
    if (child !== undefined) this.#forget(child);
    return this.#value(this.#skipSpace(colon + 1), child);
  }

  #array(start: number, node: PlaceNode | undefined): number {
    const bytes = this.#bytes;
    const items = node?.items;
    let position = this.#skipSpace(start + 1);
    if (bytes[position] === 93 && position < this.#end) return position + 1;
    for (let index = 0; ; index += 1) {
      const child = items === undefined || items.length === 0 ? undefined : findItem(items, index);
      position = this.#value(position, child);
      if (position < 0) return -1;
      position = this.#skipSpace(position);
      if (position >= this.#end) return -1;
      if (bytes[position] === 93) return position + 1;
      if (bytes[position] !== 44) return -1;
      position = this.#skipSpace(position + 1);
    }
  }

  #findMember(node: PlaceNode, start: number, end: number, hasEscape: boolean): PlaceNode | undefined {
    const bytes = this.#bytes;
    if (hasEscape) {
      const name: unknown = JSON.parse(bytes.toString('utf8', start - 1, end + 1));
      return node.members.find((member) => member.name === name);
    }
    const length = end - start;
    const { members } = node;
    for (let index = 0; index < members.length; index += 1) {
      const member = members[index]!;
      if (member.nameBytes.length === length && isSame(bytes, start, member.nameBytes)) return member;
    }
    return undefined;
  }

  #forget(node: PlaceNode): void {
    if (node.slot >= 0) this.starts[node.slot] = -1;
    for (const member of node.members) this.#forget(member);
    for (const item of node.items) this.#forget(item);
  }

  #string(start: number): number {
    const bytes = this.#bytes;
    const end = this.#end;
    let position = start + 1;
    for (;;) {
      while (position < end && isPlainText[bytes[position]!] === 1) position += 1;
      if (position >= end) return -1;
      if (bytes[position] === QUOTE) return position + 1;
      if (bytes[position] !== BACKSLASH) return -1;
      this.#sawEscape = true;
      const escaped = position + 1 < end ? bytes[position + 1]! : 0;
      if (isEscape[escaped] === 0) return -1;
      position += 2;
      if (escaped === 117) {
        if (!isHex4(bytes, position, end)) return -1;
        position += 4;
      }
    }
  }

  #number(start: number): number {
    const bytes = this.#bytes;
    let position = bytes[start] === 45 ? start + 1 : start;
    if (bytes[position] === 48 && position < this.#end) position += 1;
    else position = this.#digits(position);
    if (position < 0) return -1;
    if (position < this.#end && bytes[position] === 46) position = this.#digits(position + 1);
    if (position >= 0 && position < this.#end && (bytes[position]! | 32) === 101) {
      const sign = bytes[position + 1];
      position = this.#digits(sign === 43 || sign === 45 ? position + 2 : position + 1);
    }
    return position;
  }

  /** Position after at least one digit, or -1. */
  #digits(start: number): number {
    const bytes = this.#bytes;
    let position = start;
    while (position < this.#end && bytes[position]! >= 48 && bytes[position]! <= 57) position += 1;
    return position === start ? -1 : position;
  }

  #word(start: number, word: string): number {
    const after = start + word.length;
    if (after > this.#end) return -1;
    for (let index = 1; index < word.length; index += 1) {
      if (this.#bytes[start + index] !== word.charCodeAt(index)) return -1;
    }
    return after;
  }

  #skipSpace(start: number): number {
    const bytes = this.#bytes;
    let position = start;
    while (position < this.#end && isSpace[bytes[position]!] === 1) position += 1;
    return position;
  }
}

function place(name: string | undefined, index: number): PlaceNode {
  return { name, nameBytes: Buffer.from(name ?? ''), index, slot: -1, members: [], items: [] };
}

function findItem(items: readonly PlaceNode[], index: number): PlaceNode | undefined {
  for (const item of items) if (item.index === index) return item;
  return undefined;
}

function isSame(bytes: Buffer, start: number, name: Buffer): boolean {
  for (let index = 0; index < name.length; index += 1) if (bytes[start + index] !== name[index]) return false;
  return true;
}

function isHex4(bytes: Buffer, start: number, end: number): boolean {
  if (start + 4 > end) return false;
  for (let index = start; index < start + 4; index += 1) {
    const byte = bytes[index]!;
    const lower = byte | 32;
    if (!((byte >= 48 && byte <= 57) || (lower >= 97 && lower <= 102))) return false;
  }
  return true;
}
