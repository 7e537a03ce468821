let lastMs = 0;
let counter = 0;
/** The first two groups of the id, which change every millisecond. */
let time = '';

/** Random bytes are generated for many ids at once. */
const pool = new Uint8Array(4096);
let used = pool.length;
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Returns a UUIDv7 (RFC 9562 §5.7): sortable by creation, monotonic within this process. */
export function newId(): string {
  if (used + 10 > pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  const at = used;
  used += 10;
  let ms = Date.now();
  if (ms <= lastMs) {
    ms = lastMs;
    counter += 1;
    if (counter > 0xfff) {
      ms += 1;
      counter = 0;
    }
  } else {
    counter = ((pool[at]! & 0x07) << 8) | pool[at + 1]!;
  }
  if (ms !== lastMs) {
    lastMs = ms;
    const text = ms.toString(16).padStart(12, '0');
    time = `${text.slice(0, 8)}-${text.slice(8)}-7`;
  }
  const byte = (index: number) => hex[pool[at + index]!]!;
  // Short strings first: concatenated in this order, an id has no long chain of rope segments behind it.
  const middle = hex[counter >> 8]!.slice(1) + hex[counter & 0xff]!;
  const variant = `-${hex[(pool[at + 2]! & 0x3f) | 0x80]!}${byte(3)}-`;
  const tail = byte(4) + byte(5) + byte(6) + byte(7) + byte(8) + byte(9);
  return time + (middle + variant) + tail;
}
