/** rounded gives a number with so many digits after the point. Round before you choose a unit, so that no text says `1000 ms` or `60 s`. */
export const rounded = (value: number, digits: 0 | 1): number => Math.round(value * 10 ** digits) / 10 ** digits;
