/** Punycode (RFC 3492), used after `xn--` in labels of internationalized host names. */
const base = 36;
const firstCode = 128;
const firstBias = 72;

/** RFC 3492 §6.1. */
function adapt(delta: number, count: number, isFirst: boolean): number {
  let left = isFirst ? Math.floor(delta / 700) : delta >> 1;
  left += Math.floor(left / count);
  let bias = 0;
  for (; left > 455; bias += base) left = Math.floor(left / 35);
  return bias + Math.floor((36 * left) / (left + 38));
}

const threshold = (k: number, bias: number): number => Math.min(Math.max(k - bias, 1), 26);

function digitOf(char = ''): number | undefined {
  if (/^[0-9]$/.test(char)) return Number(char) + 26;
  return /^[a-z]$/i.test(char) ? char.toLowerCase().charCodeAt(0) - 97 : undefined;
}

const isCharacter = (code: number): boolean => code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);

/** decodePunycode decodes a label without its `xn--`; undefined if it is invalid. */
export function decodePunycode(input: string): string | undefined {
  const cut = input.lastIndexOf('-');
  const output = [...input.slice(0, Math.max(cut, 0))].map((char) => char.codePointAt(0)!);
  let at = cut + 1;
  let [code, bias, index] = [firstCode, firstBias, 0];
  while (at < input.length) {
    const before = index;
    for (let [k, weight] = [base, 1]; ; k += base) {
      const digit = digitOf(input[at]);
      if (digit === undefined) return undefined;
      at += 1;
      index += digit * weight;
      const limit = threshold(k, bias);
      if (digit < limit) break;
      weight *= base - limit;
      if (!Number.isSafeInteger(index) || !Number.isSafeInteger(weight)) return undefined;
    }
    bias = adapt(index - before, output.length + 1, before === 0);
    code += Math.floor(index / (output.length + 1));
    index %= output.length + 1;
    if (!isCharacter(code)) return undefined;
    output.splice(index, 0, code);
    index += 1;
  }
  return String.fromCodePoint(...output);
}

/** punycodeLength returns the number of characters that a label has after its `xn--`. */
export function punycodeLength(text: string): number {
  const codes = [...text].map((char) => char.codePointAt(0)!);
  const plain = codes.filter((code) => code < firstCode).length;
  let [done, length, delta, bias, code] = [plain, plain === 0 ? 0 : plain + 1, 0, firstBias, firstCode];
  while (done < codes.length) {
    const next = Math.min(...codes.filter((other) => other >= code));
    delta += (next - code) * (done + 1);
    code = next;
    for (const other of codes) {
      if (other < code) delta += 1;
      if (other !== code) continue;
      let left = delta;
      for (let k = base; ; k += base) {
        length += 1;
        const limit = threshold(k, bias);
        if (left < limit) break;
        left = Math.floor((left - limit) / (base - limit));
      }
      bias = adapt(delta, done + 1, done === plain);
      delta = 0;
      done += 1;
    }
    delta += 1;
    code += 1;
  }
  return length;
}
