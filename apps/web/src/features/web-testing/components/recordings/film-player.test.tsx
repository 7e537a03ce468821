import { act, fireEvent, screen } from '@testing-library/react';
import type { Film } from '@touchstone/engine-browser/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from '../../../../ui/testing/show-page.tsx';
import { FilmPlayer } from './film-player.tsx';

const film: Film = {
  width: 100,
  height: 50,
  durationMs: 3000,
  frames: [0, 1000, 2000].map((at) => ({ at, bytes: new Uint8Array([at / 1000]) })),
};
const marks = [
  { stepId: 'a', title: 'Open URL', isFailed: false, at: 0, shownAt: 900 },
  { stepId: 'b', title: 'Click Buy', isFailed: false, at: 1000, shownAt: 1400 },
  { stepId: 'c', title: 'Verify Text', isFailed: true, at: 2100, shownAt: 2800 },
];

/** Pictures drawn so far, each identified by its only byte here. */
let drawn: number[];
let next: FrameRequestCallback | undefined;
beforeEach(() => {
  drawn = [];
  vi.stubGlobal('createImageBitmap', async (blob: Blob) => {
    const [first] = new Uint8Array(await blob.arrayBuffer());
    return { width: 100, height: 50, first, close: () => undefined };
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    clearRect: () => undefined,
    drawImage: ({ first }: { first: number }) => drawn.push(first),
  } as never);
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    next = callback;
    return 1;
  });
  vi.stubGlobal('cancelAnimationFrame', () => {
    next = undefined;
  });
  vi.spyOn(performance, 'now').mockReturnValue(0);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = (chosen?: string) => {
  const onChoose = vi.fn();
  const { user } = show(<FilmPlayer film={film} marks={marks} chosen={chosen} onChoose={onChoose} />);
  return { user, onChoose, moment: () => screen.getByRole<HTMLInputElement>('slider', { name: 'Moment' }) };
};
/** Advances the time of a playing film. */
const pass = (toMs: number) => act(() => next?.(toMs));

test('a film starts at the selected step, and says which one it shows', async () => {
  const { moment } = open('b');
  expect(moment().value).toBe('1400');
  expect(moment().getAttribute('aria-valuetext')).toBe('0:01.4 of 0:03.0, Click Buy');
  expect(screen.getByRole('img', { name: 'The page at Click Buy' })).toBeTruthy();
  await vi.waitFor(() => expect(drawn.at(-1)).toBe(1));
});

test('the slider moves it, and steps can be visited one by one', async () => {
  const { user, onChoose, moment } = open('b');
  fireEvent.change(moment(), { target: { value: '2500' } });
  expect(screen.getByText('0:02.5 / 0:03.0')).toBeTruthy();
  await vi.waitFor(() => expect(drawn.at(-1)).toBe(2));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next step' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Previous step' }));
  expect(moment().value).toBe('1400');
  expect(onChoose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Next step' }));
  expect([moment().value, onChoose.mock.calls]).toEqual(['2800', [['c']]]);
});

test('it plays at the chosen speed, pauses at its end, and restarts', async () => {
  const { user, moment } = open();
  await user.click(screen.getByRole('combobox', { name: 'Speed' }));
  await user.click(await screen.findByRole('option', { name: '2×' }));
  moment().focus();
  await user.keyboard(' ');
  expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
  pass(400);
  expect(moment().value).toBe('800');
  await user.keyboard(' ');
  expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Play' }));
  pass(60_000);
  expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
  expect(moment().value).toBe('3000');
  await user.click(screen.getByRole('button', { name: 'Play' }));
  expect(moment().value).toBe('0');
});
