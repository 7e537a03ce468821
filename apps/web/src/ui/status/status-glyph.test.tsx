import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Status, statusWords } from './status.ts';
import { StatusGlyph, StatusLabel } from './status-glyph.tsx';

test.each(Object.entries(statusWords) as [Status, string][])('labels the glyph of %s “%s”', (status, word) => {
  render(<StatusGlyph status={status} />);
  expect(screen.getByRole('img', { name: word })).toBeTruthy();
});

test('hides the glyph next to its word', () => {
  render(<StatusLabel status="failed" />);
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByText('Failed')).toBeTruthy();
});

test('draws every state with its own shape', () => {
  const drawings = (Object.keys(statusWords) as Status[]).map((status) => {
    const { container } = render(<StatusGlyph status={status} decorative />);
    return container.querySelector('svg')!.innerHTML;
  });
  expect(new Set(drawings).size).toBe(drawings.length);
});
