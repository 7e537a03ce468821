/** Decimal is an exact decimal number: `digits` × 10^-`scale`. */
export interface Decimal {
  digits: bigint;
  scale: number;
}

/** Longer numbers are treated as text: their arithmetic would be unbounded work. */
const maxLength = 400;
const maxExponent = 400;
const numeral = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,6}))?$/;

/** toDecimal reads a number, a bigint, or text with a decimal number; undefined for everything else. */
export function toDecimal(value: unknown): Decimal | undefined {
  if (typeof value === 'bigint') return { digits: value, scale: 0 };
  if (typeof value === 'number') return Number.isFinite(value) ? parse(String(value)) : undefined;
  if (typeof value === 'string') return parse(value.trim());
  const text = exactNumberText(value);
  return text === undefined ? undefined : parse(text);
}

/** exactNumberText returns the text of a number that a JavaScript number can't represent exactly. */
export function exactNumberText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('#number' in value)) return undefined;
  const text = value['#number'];
  return typeof text === 'string' ? text : undefined;
}

function parse(text: string): Decimal | undefined {
  if (text.length > maxLength) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = numeral.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return undefined;
  const power = Number(exponent);
  if (Math.abs(power) > maxExponent) return undefined;
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n);
  const scale = fraction.length - power;
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

/** distance returns the exact difference of two numbers, without its sign. */
export function distance(left: Decimal, right: Decimal): Decimal {
  const [one, other, scale] = aligned(left, right);
  return { digits: absolute(one - other), scale };
}

/** isAtMost compares two numbers exactly. */
export function isAtMost(left: Decimal, right: Decimal): boolean {
  const [one, other] = aligned(left, right);
  return one <= other;
}

/** percentOf returns a percentage of a number's absolute value. */
export const percentOf = (percent: Decimal, of: Decimal): Decimal => ({
  digits: absolute(percent.digits * of.digits),
  scale: percent.scale + of.scale + 2,
});

/** decimalText returns a number in a canonical notation: 42.50 and 4.25e1 are 42.5. */
export function decimalText({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : '';
  const text = String(absolute(digits)).padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale);
  const fraction = scale === 0 ? '' : text.slice(text.length - scale).replace(/0+$/, '');
  return `${sign}${whole}${fraction && `.${fraction}`}`;
}

function aligned(left: Decimal, right: Decimal): [bigint, bigint, number] {
  const scale = Math.max(left.scale, right.scale);
  return [raised(left, scale), raised(right, scale), scale];
}
const raised = ({ digits, scale }: Decimal, to: number): bigint => digits * 10n ** BigInt(to - scale);
const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
