import { expect, test } from 'vitest';
import { imageTypeOf, photoLimitBytes } from './photo.ts';

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const text = (value: string) => [...new TextEncoder().encode(value)];

test.each([
  ['a PNG', [...png, 1, 2], 'image/png'],
  ['a JPEG', [0xff, 0xd8, 0xff, 0xe0], 'image/jpeg'],
  ['a GIF', text('GIF89a'), 'image/gif'],
  ['a WebP', text('RIFF1234WEBPVP8 '), 'image/webp'],
  ['half a PNG', png.slice(0, 7), undefined],
  ['a PNG behind another byte', [0, ...png], undefined],
  ['half a JPEG', [0xff, 0xd8], undefined],
  ['a sound in the frame of a WebP', text('RIFF1234WAVEfmt '), undefined],
  ['a WebP without its frame', text('WEBP'), undefined],
  ['a page with the word of a WebP', text('<script>WEBP'), undefined],
  ['a picture that can hold scripts', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
  ['nothing', [], undefined],
])('%s: the type is detected by its bytes (%#)', (_case, bytes, type) => {
  expect(imageTypeOf(Uint8Array.from(bytes))).toBe(type);
});

test('a photo may have 2 MB', () => {
  expect(photoLimitBytes).toBe(2_097_152);
});
