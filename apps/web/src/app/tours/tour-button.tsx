import { ActionIcon } from '@mantine/core';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { Route } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Feature } from '../../shared/feature/feature.ts';
import { usePlace } from '../../shared/feature/place.ts';
import { useAccount } from '../../shared/session/browser-session.ts';
import { toastError } from '../../shared/toasts.ts';
import { type Tour, type TourPage, tourPageAt } from '../../shared/tours/tour.ts';
import { Tip } from '../../ui/tip/tip.tsx';
import { house } from '../house.ts';
import { chooseTour } from './find-target.ts';
import { takenTours } from './taken-tours.ts';

const TourPlayer = lazy(async () => ({ default: (await import('./tour-player.tsx')).TourPlayer }));

/** A feature's tours are looked up when one of its pages opens; their texts load when a tour starts. */
const tourPagesQuery = (feature: Feature | undefined) =>
  queryOptions({
    queryKey: ['tours', feature?.id],
    queryFn: feature?.tours ?? skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** TourButton starts the tour of the page; shown only if it has one. */
export function TourButton() {
  const place = usePlace();
  const feature = house.features.find(({ id }) => id === place?.feature);
  const { data: pages } = useQuery(tourPagesQuery(feature));
  const { email } = useAccount();
  const { pathname } = useLocation();
  const [running, setRunning] = useState<Tour | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const search = useRef<AbortController | null>(null);
  const page = pages && tourPageAt(pages, pathname);
  // A requested tour is for the page on which it was requested only.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at every change of the page
  useEffect(() => () => search.current?.abort(), [pathname]);
  const start = async ({ load }: TourPage) => {
    search.current?.abort();
    search.current = new AbortController();
    const { signal } = search.current;
    try {
      const tour = await chooseTour(await load(), signal);
      if (tour && !signal.aborted) setRunning(tour);
    } catch (error) {
      toastError(error);
    }
  };
  const end = (isComplete: boolean) => {
    if (running && isComplete) takenTours.add(email, running.id);
    setRunning(null);
    button.current?.focus();
  };
  const isTaken = page?.tourIds.every((id) => takenTours.of(email).includes(id));
  return (
    <>
      {/* Most pages have a tour: reserving the space keeps the neighbours from moving when the button appears. */}
      {feature?.tours && !pages ? <span style={{ minWidth: 28 }} /> : null}
      {page ? (
        <Tip label={`Take the tour of this page${isTaken ? ' again' : ''}`}>
          <ActionIcon ref={button} aria-label="Tour of this page" onClick={() => void start(page)}>
            <Route size={17} />
          </ActionIcon>
        </Tip>
      ) : null}
      {running ? (
        <Suspense>
          <TourPlayer key={running.id} tour={running} onEnd={end} />
        </Suspense>
      ) : null}
    </>
  );
}
