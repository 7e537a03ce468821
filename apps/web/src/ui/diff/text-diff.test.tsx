import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { TextDiff } from './text-diff.tsx';

const show = (before: string, after: string) =>
  render(
    <MantineProvider env="test">
      <TextDiff
        label="Body"
        before={{ label: 'Last green run', text: before }}
        after={{ label: 'This run', text: after }}
      />
    </MantineProvider>,
  );
const body = () => within(screen.getByRole('region', { name: 'Body' }));

afterEach(() => vi.unstubAllGlobals());

test('differing lines are side by side with their words marked', () => {
  show('{\n  "total": 42.50\n}', '{\n  "total": 42.05\n}');
  expect(body().getByText('1 change')).toBeTruthy();
  expect(body().getByText('Last green run')).toBeTruthy();
  const removed = body().getByRole('deletion');
  const added = body().getByRole('insertion');
  expect(removed.textContent).toBe('  "total": 42.50');
  expect(removed.querySelector('mark')!.textContent).toBe('50');
  expect(added.querySelector('mark')!.textContent).toBe('05');
});

test('equal texts say so', () => {
  show('same', 'same');
  expect(body().getByText('No differences')).toBeTruthy();
  expect(body().queryByRole('button', { name: 'Next change' })).toBeNull();
});

test('equal lines far from a change are folded and opened by a click', async () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
  show(lines.join('\n'), [...lines.slice(0, 39), 'other'].join('\n'));
  expect(body().queryByText('line 3')).toBeNull();
  await userEvent.setup().click(body().getByRole('button', { name: 'Show 36 equal lines' }));
  expect(body().getAllByText('line 3').length).toBeGreaterThan(0);
});

test('buttons jump between changes', async () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  show(lines.join('\n'), ['first', ...lines.slice(1, 29), 'last'].join('\n'));
  const user = userEvent.setup();
  const next = body().getByRole('button', { name: 'Next change' });
  await user.click(next);
  expect(document.activeElement!.textContent).toContain('first');
  await user.click(next);
  expect(document.activeElement!.textContent).toContain('last');
  await user.click(body().getByRole('button', { name: 'Previous change' }));
  expect(document.activeElement!.textContent).toContain('first');
});

test('a comparison with many lines renders in parts', async () => {
  show('', Array.from({ length: 620 }, (_, index) => `x${index}`).join('\n'));
  const lines = () => screen.getByRole('region').querySelectorAll('li').length;
  expect(lines()).toBe(500);
  await userEvent.setup().click(screen.getByText('Show more (120 left)'));
  expect(lines()).toBe(620);
});

test('long texts are compared in a worker, which is terminated with the view', async () => {
  const asked: unknown[] = [];
  let ended = 0;
  let answer: ((event: { data: unknown }) => void) | undefined;
  class FakeWorker {
    addEventListener(type: string, listener: (event: { data: unknown }) => void) {
      if (type === 'message') answer = listener;
    }
    postMessage(task: unknown) {
      asked.push(task);
    }
    terminate() {
      ended += 1;
    }
  }
  vi.stubGlobal('Worker', FakeWorker);
  const [before, after] = ['a'.repeat(60_000), 'b'.repeat(60_000)];
  const { unmount } = show(before, after);
  expect(asked).toEqual([{ before, after }]);
  expect(screen.queryByRole('region')).toBeNull();
  answer!({ data: { rows: [{ kind: 'same', before: 1, after: 1, text: 'from the worker' }], isExact: false } });
  await screen.findByText(/equal lines may be marked as changed/);
  expect(body().getAllByText('from the worker').length).toBe(2);
  unmount();
  expect(ended).toBe(1);
});
