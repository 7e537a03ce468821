import { Transform } from 'node:stream';

/** limitBytes passes exactly `expected` bytes, and fails with `error` if there are more or fewer. */
export function limitBytes(expected: number, error: () => Error): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > expected) done(error());
      else done(null, chunk);
    },
    flush(done) {
      done(size === expected ? null : error());
    },
  });
}
