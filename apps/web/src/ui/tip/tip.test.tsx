import { ActionIcon, MantineProvider, Menu } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Tip } from './tip.tsx';

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());
const user = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
const show = (content: ReactNode) => render(<MantineProvider env="test">{content}</MantineProvider>);

test('resting the mouse on a control shows what it does, until it leaves or Escape is pressed', async () => {
  show(
    <Tip label="Copy">
      <ActionIcon aria-label="Copy the body" />
    </Tip>,
  );
  const mouse = user();
  const control = screen.getByRole('button', { name: 'Copy the body' });
  expect(screen.queryByRole('tooltip')).toBeNull();
  await mouse.hover(control);
  await screen.findByRole('tooltip', { name: 'Copy' });
  expect(document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Copy');
  await mouse.unhover(control);
  expect(screen.queryByRole('tooltip')).toBeNull();
  await mouse.hover(control);
  await screen.findByRole('tooltip');
  await mouse.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('props from a menu target reach the control', async () => {
  show(
    <Menu>
      <Menu.Target>
        <Tip label="More">
          <ActionIcon aria-label="More" />
        </Tip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item>Keyboard</Menu.Item>
      </Menu.Dropdown>
    </Menu>,
  );
  const control = screen.getByRole('button', { name: 'More' });
  expect(control.getAttribute('aria-haspopup')).toBe('menu');
  await user().click(control);
  await screen.findByRole('menuitem', { name: 'Keyboard' });
  expect(control.getAttribute('aria-expanded')).toBe('true');
});
