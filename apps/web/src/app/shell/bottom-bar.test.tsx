import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { session } from '../../shared/session/browser-session.ts';
import { house } from '../house.ts';
import { BottomBar } from './bottom-bar.tsx';

afterEach(() => vi.restoreAllMocks());

test.each([undefined, ...house.areas.values()])('every place of the bottom bar is labelled by its word: %#', (area) => {
  const signedIn = { status: 'signedIn' as const, account: { role: 'ROLE_USER' } as never };
  vi.spyOn(session, 'getState').mockReturnValue(signedIn as never);
  render(
    <MantineProvider>
      <MemoryRouter>
        <BottomBar area={area} openedPanel={null} onOpenPanel={() => undefined} />
      </MemoryRouter>
    </MantineProvider>,
  );
  const places = [...screen.queryAllByRole('link'), ...screen.getAllByRole('button')];
  for (const place of places)
    expect(place).toBe(screen.getByRole(place.matches('a') ? 'link' : 'button', { name: place.textContent ?? '' }));
  expect(places.length).toBeGreaterThan(0);
});
