import { expect, test } from 'vitest';
import { encodeLiveNews, encodeLivePicture, type LiveMessage, LiveReader, liveBeat } from './live-stream.ts';

const picture = { bytes: Uint8Array.from({ length: 300 }, (_, at) => at % 256), width: 1280, height: 720 };
const stream = new Uint8Array([
  ...encodeLiveNews({ type: 'problem', message: 'Zażółć' }),
  ...liveBeat(),
  ...encodeLivePicture(picture),
  ...encodeLiveNews({ type: 'idle' }),
]);
const whole: LiveMessage[] = [
  { news: { type: 'problem', message: 'Zażółć' } },
  { picture },
  { news: { type: 'idle' } },
];

test('a live stream yields the same messages wherever it is cut', () => {
  for (let cut = 0; cut <= stream.length; cut += 7) {
    const reader = new LiveReader();
    const pieces = [stream.slice(0, cut), stream.slice(cut)];
    expect(pieces.flatMap((piece) => [...reader.read(piece)])).toEqual(whole);
  }
  const reader = new LiveReader();
  expect([...stream].flatMap((byte) => [...reader.read(Uint8Array.of(byte))])).toEqual(whole);
});

test('an invalid live stream is rejected', () => {
  expect(() => [...new LiveReader().read(new TextEncoder().encode('<!doctype html>'))]).toThrow('cannot be read');
});
