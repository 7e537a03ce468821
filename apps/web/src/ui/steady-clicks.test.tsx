import { fireEvent, render, screen } from '@testing-library/react';
import { afterAll, expect, test, vi } from 'vitest';
import { keepClicks } from './steady-clicks.ts';

afterAll(keepClicks());

test.each([
  ['a button that moved away under a still pointer is pressed', { upOn: 'error', clientX: 11, pressed: 1 }],
  ['a pointer that leaves the button presses nothing', { upOn: 'error', clientX: 60, pressed: 0 }],
  ['a button that stays is left to the browser', { upOn: 'button', clientX: 10, pressed: 0 }],
])('%s', (_name, { upOn, clientX, pressed }) => {
  const onClick = vi.fn();
  render(
    <form>
      <p>Enter a name.</p>
      <button type="button" onClick={onClick}>
        Create
      </button>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Create' });
  fireEvent.pointerDown(button, { isPrimary: true, button: 0, clientX: 10, clientY: 10 });
  const under = upOn === 'button' ? button : screen.getByText('Enter a name.');
  fireEvent.pointerUp(under, { isPrimary: true, button: 0, clientX, clientY: 10 });
  expect(onClick).toHaveBeenCalledTimes(pressed);
});

test.each([
  ['a link that moved away under a still pointer is followed', {}, 1],
  ['one that is to open elsewhere is left to the browser', { ctrlKey: true }, 0],
])('%s', (_name, keys, followed) => {
  const onClick = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  render(
    <form>
      <p>Enter an e-mail address.</p>
      <a href="/sign-up" onClick={onClick}>
        Sign up
      </a>
    </form>,
  );
  const at = { clientX: 10, clientY: 10 };
  fireEvent.pointerDown(screen.getByRole('link'), { isPrimary: true, button: 0, ...at, ...keys });
  fireEvent.pointerUp(screen.getByText('Enter an e-mail address.'), { isPrimary: true, button: 0, ...at, ...keys });
  expect(onClick).toHaveBeenCalledTimes(followed);
});

test.each([
  ['the same link of a page that was drawn anew is followed', '/forgot', 1],
  ['another one in its place is not', '/sign-up', 0],
])('%s', (_name, href, followed) => {
  const onClick = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  const link = (key: string, address: string) => (
    <a key={key} href={address} onClick={onClick}>
      Forgot password?
    </a>
  );
  const { rerender } = render(link('old', '/forgot'));
  const at = { isPrimary: true, button: 0, clientX: 10, clientY: 10 };
  fireEvent.pointerDown(screen.getByRole('link'), at);
  rerender(link('new', href));
  fireEvent.pointerUp(screen.getByRole('link'), at);
  expect(onClick).toHaveBeenCalledTimes(followed);
});
