import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tourOf, tourPageAt } from '../../shared/tours/tour.ts';
import { chooseTour, searchTarget } from './find-target.ts';
import { placePopover } from './placement.ts';
import { takenTours } from './taken-tours.ts';
import { countSteps, isLastStep, nextRun, previousRun, startRun } from './tour-run.ts';

const step = (id: string, more: object = {}) => ({
  id,
  title: id,
  text: id,
  attachTo: { element: `#${id}`, side: 'bottom' as const },
  ...more,
});
const put = (id: string) => {
  const element = document.createElement('p');
  element.id = id;
  document.body.append(element);
  return element;
};
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
  localStorage.clear();
});

test('steps have buttons of three types, and a click on the target can advance [guided-tours-1]', () => {
  const advanceOn = { selector: '#b', event: 'click' as const };
  const { steps } = tourOf({ id: 't', name: 'T', steps: [step('a'), step('b', { advanceOn }), step('c')] });
  expect(steps.map(({ buttons }) => buttons.map(({ type }) => type))).toEqual([
    ['next'],
    ['back', 'next'],
    ['back', 'complete'],
  ]);
  expect(steps.map(({ canClickTarget }) => canClickTarget)).toEqual([false, true, false]);
  expect(Object.keys(steps[1] ?? {}).sort()).toEqual(
    ['advanceOn', 'attachTo', 'buttons', 'canClickTarget', 'id', 'text', 'title'].sort(),
  );
});

test('a missing target is looked up twelve times, 500 ms apart [guided-tours-3]', async () => {
  const query = vi.spyOn(document, 'querySelectorAll');
  const found = vi.fn();
  void searchTarget(step('late'), new AbortController().signal).then(found);
  expect(query).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(499);
  expect(query).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(query).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(9 * 500);
  expect(query).toHaveBeenCalledTimes(11);
  expect(found).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(500);
  expect(query).toHaveBeenCalledTimes(12);
  expect(found).toHaveBeenCalledExactlyOnceWith(undefined);
  await vi.advanceTimersByTimeAsync(5000);
  expect(query).toHaveBeenCalledTimes(12);
});

test('a target that appears later is found at the next lookup [guided-tours-3]', async () => {
  const found = vi.fn();
  void searchTarget(step('late'), new AbortController().signal).then(found);
  await vi.advanceTimersByTimeAsync(1100);
  const element = put('late');
  await vi.advanceTimersByTimeAsync(399);
  expect(found).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(found).toHaveBeenCalledExactlyOnceWith(element);
});

test('the step named delay waits 700 ms longer, even if its target is present [guided-tours-3]', async () => {
  const element = put('delay');
  const found = vi.fn();
  void searchTarget(step('delay'), new AbortController().signal).then(found);
  await vi.advanceTimersByTimeAsync(699);
  expect(found).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(found).toHaveBeenCalledExactlyOnceWith(element);
});

test('an aborted search ends immediately', async () => {
  const controller = new AbortController();
  const query = vi.spyOn(document, 'querySelectorAll');
  const found = vi.fn();
  void searchTarget(step('never'), controller.signal).then(found);
  controller.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(found).toHaveBeenCalledExactlyOnceWith(undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(query).toHaveBeenCalledTimes(1);
});

test('the page decides which of its tours applies, as soon as it shows it', async () => {
  const tours = [
    tourOf({ id: 'with', name: '', needs: '#row', steps: [step('a')] }),
    tourOf({ id: 'without', name: '', needs: '#empty', steps: [step('a')] }),
  ];
  const { signal } = new AbortController();
  const chosen = vi.fn();
  void chooseTour(tours, signal).then((tour) => chosen(tour?.id));
  await vi.advanceTimersByTimeAsync(600);
  put('empty');
  await vi.advanceTimersByTimeAsync(500);
  expect(chosen).toHaveBeenCalledExactlyOnceWith('without');
  put('row');
  expect((await chooseTour(tours, signal))?.id).toBe('with');
});

test('optional steps without a target are skipped, others are not', () => {
  const tour = tourOf({
    id: 't',
    name: 'T',
    steps: [step('a'), step('b', { isOptional: true }), step('c', { isOptional: true }), step('d'), step('e')],
  });
  expect(
    [() => false, ({ id }: { id: string }) => id === 'c', () => true].map((isPresent) =>
      countSteps(startRun(tour), isPresent),
    ),
  ).toEqual([3, 4, 5]);
  const second = nextRun(startRun(tour), ({ id }) => id === 'c');
  expect([second.index, second.steps.map(({ id }) => id)]).toEqual([1, ['a', 'c', 'd', 'e']]);
  const third = nextRun(second, () => false);
  expect(third.steps[third.index]?.id).toBe('d');
  expect(previousRun(third).index).toBe(1);
  expect(previousRun(startRun(tour)).index).toBe(0);
  expect(isLastStep(third, () => true)).toBe(false);
  expect(
    isLastStep(
      nextRun(third, () => true),
      () => true,
    ),
  ).toBe(true);
  const short = startRun({ ...tour, steps: tour.steps.slice(0, 3) });
  expect(isLastStep(short, () => false)).toBe(true);
  expect(isLastStep(short, ({ id }) => id === 'c')).toBe(false);
});

test.each([320, 390, 768, 1280, 2560])('at %i pixels every step fits in the window', (width) => {
  const targets = [
    { left: 0, top: 0, width: 40, height: 40 },
    { left: width - 60, top: 560, width: 60, height: 40 },
    { left: width / 2 - 50, top: 280, width: 100, height: 40 },
    { left: 0, top: 0, width, height: 600 },
    { left: -200, top: 900, width: 50, height: 50 },
    undefined,
  ];
  const popover = { width: Math.min(340, width - 16), height: 180 };
  for (const target of targets)
    for (const side of ['top', 'right', 'bottom', 'left'] as const) {
      const { left, top } = placePopover({ target, popover, window: { width, height: 600 }, side });
      expect(left).toBeGreaterThanOrEqual(8);
      expect(top).toBeGreaterThanOrEqual(8);
      expect(left + popover.width).toBeLessThanOrEqual(width - 8);
      expect(top + popover.height).toBeLessThanOrEqual(592);
    }
});

test('the preferred side is used if there is room, or the opposite one', () => {
  const popover = { width: 300, height: 100 };
  const window = { width: 1000, height: 600 };
  const target = { left: 500, top: 250, width: 100, height: 40 };
  expect(placePopover({ target, popover, window, side: 'bottom' })).toEqual({ left: 400, top: 302 });
  expect(placePopover({ target, popover, window, side: 'left' })).toEqual({ left: 188, top: 220 });
  const atTheTop = { ...target, top: 10 };
  expect(placePopover({ target: atTheTop, popover, window, side: 'top' })).toEqual({ left: 400, top: 62 });
});

test('completed tours are stored per user', () => {
  takenTours.add('ana', 'a');
  takenTours.add('ana', 'a');
  takenTours.add('ben', 'b');
  expect(takenTours.of('ana')).toEqual(['a']);
  expect(takenTours.of('ben')).toEqual(['b']);
  localStorage.setItem('touchstone.tours', 'not json');
  expect(takenTours.of('ana')).toEqual([]);
});

test('a page is matched by its full path', () => {
  const page = { path: /^\/a$/, tourIds: [], load: async () => [] };
  expect(tourPageAt([page], '/a')).toBe(page);
  expect(tourPageAt([page], '/a/')).toBe(page);
  expect(tourPageAt([page], '/a/b')).toBeUndefined();
});
