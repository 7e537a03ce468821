import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readSearch, useSearchState, writeSearch } from './use-search-state.ts';

const schema = z.object({
  q: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
  status: z.enum(['passed', 'failed']).optional().catch(undefined),
});

describe('search state', () => {
  test.each([
    ['', { q: '', page: 0 }],
    ['q=pets&page=2&status=failed&other=1', { q: 'pets', page: 2, status: 'failed' }],
    ['page=-4&status=nonsense', { q: '', page: 0 }],
    ['page=abc', { q: '', page: 0 }],
  ])('reads %s', (query, want) => {
    expect(JSON.parse(JSON.stringify(readSearch(schema, new URLSearchParams(query))))).toEqual(want);
  });

  test('writes what differs from the default and keeps the rest of the address', () => {
    const before = new URLSearchParams('project=p1&page=3&q=x');
    expect(String(writeSearch(schema, before, { page: 0, status: 'failed' }))).toBe('project=p1&q=x&status=failed');
    expect(String(writeSearch(schema, before, { status: undefined }))).toBe('project=p1&page=3&q=x');
  });

  test('replaces the history entry unless told to push', async () => {
    let set: ReturnType<typeof useSearchState<z.infer<typeof schema>>>[1] = () => undefined;
    const Screen = () => {
      const [state, setState] = useSearchState(schema);
      set = setState;
      return <p>page {state.page}</p>;
    };
    const router = createMemoryRouter([{ path: '/', Component: Screen }], { initialEntries: ['/?project=p1'] });
    render(<RouterProvider router={router} />);
    await act(async () => set({ page: 1 }));
    expect(screen.getByText('page 1')).toBeTruthy();
    expect(router.state.historyAction).toBe('REPLACE');
    await act(async () => set({ page: 2 }, { push: true }));
    expect(router.state.historyAction).toBe('PUSH');
    expect(router.state.location.search).toBe('?project=p1&page=2');
  });

  test('concurrent changes merge, one after a wait keeps those since, and none follows to another page', async () => {
    const sets: ReturnType<typeof useSearchState<z.infer<typeof schema>>>[1][] = [];
    const Screen = () => {
      sets.push(useSearchState(schema)[1], useSearchState(schema)[1]);
      return null;
    };
    const router = createMemoryRouter(
      [
        { path: '/', Component: Screen },
        { path: '/other', element: null },
      ],
      { initialEntries: ['/?project=p1'] },
    );
    render(<RouterProvider router={router} />);
    const [one, other] = sets;
    await act(async () => {
      one?.({ page: 1 });
      one?.({ q: 'pets' });
      other?.({ status: 'failed' });
    });
    expect(router.state.location.search).toBe('?project=p1&page=1&q=pets&status=failed');
    await act(async () => {
      await router.navigate('/?project=p2&page=3');
      // Before the page there has rendered.
      one?.({ q: 'late' });
    });
    expect(router.state.location.search).toBe('?project=p2&page=3&q=late');
    await act(async () => router.navigate('/other'));
    await act(async () => one?.({ q: 'gone' }));
    expect(router.state.location.search).toBe('');
  });
});
