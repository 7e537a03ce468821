/** isMultipleOf divides exactly, in decimal digits: 0.0075 is a multiple of 0.0001. */
export function isMultipleOf(value: number | bigint, divisor: number): boolean {
  if (divisor === 0 || !Number.isFinite(divisor)) return true;
  if (typeof value === 'number' && Number.isSafeInteger(value) && Number.isSafeInteger(divisor))
    return value % divisor === 0;
  const [left, right] = [decimal(value), decimal(divisor)];
  const scale = Math.min(left.exponent, right.exponent);
  const scaled = ({ digits, exponent }: Decimal) => digits * 10n ** BigInt(exponent - scale);
  return scaled(left) % scaled(right) === 0n;
}

interface Decimal {
  digits: bigint;
  exponent: number;
}

function decimal(value: number | bigint): Decimal {
  const [mantissa, exponent = '0'] = value.toString().split('e');
  const [whole, fraction = ''] = mantissa!.split('.');
  return { digits: BigInt(whole! + fraction), exponent: Number(exponent) - fraction.length };
}
