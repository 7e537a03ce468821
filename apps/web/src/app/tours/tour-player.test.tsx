import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Tour, tourOf } from '../../shared/tours/tour.ts';
import { TourPlayer } from './tour-player.tsx';

const attach = (element: string) => ({ element, side: 'bottom' as const });
const tour = tourOf({
  id: 'example',
  name: 'Example',
  steps: [
    { id: 'first', title: 'First', text: 'A button.', attachTo: attach('#first') },
    {
      id: 'way',
      title: 'Way',
      text: 'A link to the other screen.',
      attachTo: attach('#way'),
      advanceOn: { selector: '#way', event: 'click' },
    },
    { id: 'absent', title: 'Absent', text: 'Not for everybody.', attachTo: attach('#absent'), isOptional: true },
    { id: 'last', title: 'Last', text: 'On the other screen.', attachTo: attach('#last') },
  ],
});
const onEnd = vi.fn();
beforeEach(() => onEnd.mockClear());

function show(shown: Tour = tour) {
  const clicked = vi.fn();
  const router = createMemoryRouter([
    {
      // The player is in the shell, around the screens.
      element: (
        <>
          <Outlet />
          <TourPlayer tour={shown} onEnd={onEnd} />
        </>
      ),
      children: [
        {
          path: '/',
          element: (
            <>
              <button type="button" id="first" onClick={clicked}>
                One
              </button>
              <Link id="way" to="/other">
                Other
              </Link>
            </>
          ),
        },
        { path: '/other', element: <p id="last">Here</p> },
      ],
    },
  ]);
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return { user: userEvent.setup(), router };
}
const card = (name: string) => screen.findByRole('dialog', { name });

test('Next and Back cross screens, and Done ends the tour [guided-tours-2] [guided-tours-4]', async () => {
  const { user, router } = show();
  await card('First');
  await screen.findByText('Step 1 of 3');
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await card('Way');
  // The button does what clicking the link does, and the optional step without a target is skipped.
  await user.click(screen.getByRole('button', { name: 'Next' }));
  const last = await card('Last');
  expect(router.state.location.pathname).toBe('/other');
  await waitFor(() => expect(last.dataset.target).toBe('found'));
  await screen.findByText('Step 3 of 3');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await card('Way');
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  await user.click(screen.getByRole('link', { name: 'Other' }));
  await card('Last');
  expect(onEnd).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(true);
});

test('clicking the target advances the tour [guided-tours-2]', async () => {
  const { user, router } = show(
    tourOf({
      ...tour,
      steps: tour.steps.filter(({ id }) => id === 'way' || id === 'last').map(({ buttons: _, ...step }) => step),
    }),
  );
  const first = await card('Way');
  expect(first.getAttribute('aria-modal')).toBe('false');
  await user.click(screen.getByRole('link', { name: 'Other' }));
  await card('Last');
  expect(router.state.location.pathname).toBe('/other');
});

test('keyboard: the next button has the focus, arrows move, Tab stays inside, Escape ends the tour', async () => {
  const { user } = show();
  await card('First');
  expect(document.activeElement?.textContent).toBe('Next');
  await user.tab();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('End the tour');
  await user.tab({ shift: true });
  expect(document.activeElement?.textContent).toBe('Next');
  await user.keyboard('{ArrowRight}');
  await card('Way');
  await user.tab();
  // The target may be used here, so Tab reaches it and comes back.
  expect(document.activeElement?.textContent).toBe('Other');
  await user.tab({ shift: true });
  expect(document.activeElement?.textContent).toBe('Next');
  await user.keyboard('{ArrowLeft}');
  await card('First');
  await user.keyboard('{ArrowLeft}');
  await card('First');
  await user.keyboard('{Enter}');
  await card('Way');
  await user.keyboard('{Escape}');
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(false);
});

test('a missing target is reported, and the tour continues', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const steps = [{ ...tour.steps[2], isOptional: false }, tour.steps[3]].flatMap((step) => (step?.id ? [step] : []));
  show({ ...tour, steps: steps as Tour['steps'] });
  const absent = await card('Absent');
  expect(absent.dataset.target).toBe('searching');
  await vi.advanceTimersByTimeAsync(11 * 500);
  vi.useRealTimers();
  await screen.findByText("This part of the page isn't visible right now.", { exact: false });
  expect(absent.dataset.target).toBe('missing');
});
