import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { later, usePrepared } from './later.tsx';

const Word = ({ word }: { word: string }) => <p>{word}</p>;

test('missing code is requested when the component is rendered', async () => {
  const load = vi.fn(async () => Word);
  const Later = later(load);
  expect(load).not.toHaveBeenCalled();
  render(<Later word="Hello" />);
  await screen.findByText('Hello');
});

test('prepared code is rendered immediately', async () => {
  const load = vi.fn(async () => Word);
  const Later = later(load);
  await Later.prepare();
  render(<Later word="Hello" />);
  screen.getByText('Hello');
  expect(load).toHaveBeenCalledTimes(1);
});

test('code that failed to load is requested again', async () => {
  const load = vi.fn(async () => Word);
  load.mockRejectedValueOnce(new Error('The line is gone.'));
  const Later = later(load);
  const all = [Later];
  function Page() {
    usePrepared(all);
    return null;
  }
  render(<Page />);
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  await Later.prepare();
  render(<Later word="Hello" />);
  screen.getByText('Hello');
});
