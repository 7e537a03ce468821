import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { later, usePrepared } from './later.tsx';

const Word = ({ word }: { word: string }) => <p>{word}</p>;

test('what is not there yet is asked for when it is drawn', async () => {
  const load = vi.fn(async () => Word);
  const Later = later(load);
  expect(load).not.toHaveBeenCalled();
  render(<Later word="Hello" />);
  await screen.findByText('Hello');
});

test('what was prepared is drawn at once', async () => {
  const load = vi.fn(async () => Word);
  const Later = later(load);
  await Later.prepare();
  render(<Later word="Hello" />);
  screen.getByText('Hello');
  expect(load).toHaveBeenCalledTimes(1);
});

test('what could not be read is asked for again', async () => {
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
