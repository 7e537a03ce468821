import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ProofLines } from './proof-lines.tsx';

test('lines are numbered, and the failed place is marked', () => {
  render(
    <ProofLines
      proof={{
        source: 'body',
        lines: [
          { number: 3, text: '  "id": 7,' },
          { number: 4, text: '  "total": 42.5', isMarked: true },
          { number: 90, text: '}' },
        ],
        note: 'Only the beginning of the body was kept.',
      }}
    />,
  );
  const proof = within(screen.getByRole('figure'));
  expect(proof.getByText('Response body · Only the beginning of the body was kept.')).toBeTruthy();
  expect(proof.getByRole('mark').textContent).toBe('  "total": 42.5');
  const items = proof.getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['3  "id": 7,', '4  "total": 42.5', '90}']);
  expect(items.map(({ dataset }) => dataset.gap)).toEqual([undefined, undefined, 'true']);
});

test('a body without lines says why', () => {
  render(<ProofLines proof={{ source: 'body', lines: [], note: 'The body is binary.' }} />);
  expect(screen.getByText('Response body · The body is binary.')).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
});
