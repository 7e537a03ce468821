import { expect, test } from 'vitest';
import { withoutAccents } from './without-accents.ts';

test.each([
  ['Käse & Crème brûlée', 'Kase & Creme brulee'],
  ['Ka\u0308se', 'Kase'],
  ['ﬁn', 'fin'],
  ['Straße 7', 'Strasse 7'],
  ['Ærøskøbing, Łódź, Þingvellir, İzmir ılık', 'AEroskobing, Lodz, Thingvellir, Izmir ilik'],
  ['東京 Привет', '東京 Привет'],
])('%s is written %s', (text, plain) => {
  expect(withoutAccents(text)).toBe(plain);
});
