let lastMs = 0;
let counter = 0;

/** newId makes a UUIDv7 (RFC 9562 §5.7): sortable by creation, monotonic within this process. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  let ms = Date.now();
  if (ms <= lastMs) {
    ms = lastMs;
    counter += 1;
    if (counter > 0xfff) {
      ms += 1;
      counter = 0;
    }
  } else {
    counter = ((bytes[6]! & 0x07) << 8) | bytes[7]!;
  }
  lastMs = ms;
  const hex = ms.toString(16).padStart(12, '0');
  const tail = Array.from(bytes.subarray(8), (b) => b.toString(16).padStart(2, '0')).join('');
  const variant = ((bytes[8]! & 0x3f) | 0x80).toString(16).padStart(2, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${variant}${tail.slice(2, 4)}-${tail.slice(4)}`;
}
