import { render, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { Blank, PlaceUnknown } from './blank.tsx';
import { settling } from './settling.ts';

const Column = ({ children }: { children: ReactNode }) => <div ref={settling}>{children}</div>;
const held = () => [...document.querySelectorAll('[data-waits]')].map(({ id }) => id);

test('parts below a loading part wait until nothing above them can grow', async () => {
  const parts = (first: ReactNode, second: ReactNode) => (
    <Column>
      <section id="top" />
      <section id="first">{first}</section>
      {second}
      <section id="last" />
    </Column>
  );
  const blank = (
    <p>
      <Blank width={40} />
    </p>
  );
  const { rerender } = render(parts(blank, <PlaceUnknown />));
  expect(held()).toEqual(['', 'last']);
  rerender(parts('read', <PlaceUnknown />));
  await waitFor(() => expect(held()).toEqual(['last']));
  rerender(parts('read', null));
  await waitFor(() => expect(held()).toEqual([]));
  rerender(parts(blank, <section id="second" />));
  await waitFor(() => expect(held()).toEqual(['second', 'last']));
});
