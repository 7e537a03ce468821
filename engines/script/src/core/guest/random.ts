/**
 * randomOf returns a generator of numbers in [0, 1) from a seed of four 32-bit integers: Chris Doty-Humphrey's sfc32.
 */
export function randomOf([first = 0, second = 0, third = 0, fourth = 0]: readonly number[]): () => number {
  let [a, b, c, counter] = [first | 0, second | 0, third | 0, fourth | 0];
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let round = 0; round < 12; round += 1) next();
  return next;
}
