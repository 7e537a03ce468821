import { Portal } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { complete, type Tour, type TourButton } from '../../shared/tours/tour.ts';
import { findTarget, searchTarget } from './find-target.ts';
import classes from './tour.module.css';
import { TourCard } from './tour-card.tsx';
import { countSteps, isLastStep, nextRun, previousRun, startRun } from './tour-run.ts';
import { type TourTarget, useTourPlace } from './use-tour-place.ts';

interface Props {
  tour: Tour;
  onEnd: (isComplete: boolean) => void;
}

const isOnPage = ({ attachTo }: { attachTo: { element: string } }) => findTarget(attachTo.element) !== undefined;
const path = ({ pathname, search }: { pathname: string; search: string }) => `${pathname}${search}`;

/** TourPlayer leads through the steps of a tour, across screens where needed. */
export function TourPlayer({ tour, onEnd }: Props) {
  const navigate = useNavigate();
  const location = useLocation();
  const [run, setRun] = useState(() => startRun(tour));
  const [target, setTarget] = useState<TourTarget>({ state: 'searching' });
  const [searches, setSearches] = useState(0);
  const card = useRef<HTMLDivElement>(null);
  const { steps, index, places } = run;
  const step = steps[index];
  const here = path(location);
  const latestHere = useRef(here);
  useEffect(() => {
    latestHere.current = here;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a target that went away is searched anew
  useEffect(() => {
    if (!step) return;
    const controller = new AbortController();
    const now = step.id === 'delay' ? undefined : findTarget(step.attachTo.element);
    const show = (element: Element | undefined) => {
      element?.scrollIntoView({ block: 'center', inline: 'nearest' });
      setTarget(element ? { state: 'found', element } : { state: 'missing' });
      setRun((before) => ({ ...before, places: { ...before.places, [step.id]: latestHere.current } }));
    };
    if (now) show(now);
    else {
      setTarget({ state: 'searching' });
      void searchTarget(step, controller.signal).then((element) => {
        if (!controller.signal.aborted) show(element);
      });
    }
    return () => controller.abort();
  }, [step, searches]);

  const searchAgain = useCallback(() => setSearches((count) => count + 1), []);
  const { popover, hole } = useTourPlace({
    card,
    target,
    side: step?.attachTo.side ?? 'bottom',
    onTargetLost: searchAgain,
  });

  const advance = useCallback(() => setRun((before) => nextRun(before, isOnPage)), []);
  const { advanceOn } = step ?? {};
  useEffect(() => {
    if (!advanceOn) return;
    const { selector, event: type } = advanceOn;
    const follow = (event: Event) => {
      if (event.target instanceof Element && event.target.closest(selector)) advance();
    };
    document.addEventListener(type, follow, true);
    return () => document.removeEventListener(type, follow, true);
  }, [advanceOn, advance]);

  const goNext = () => {
    // Where a click in the page advances the tour, the button performs that click.
    const way = advanceOn && findTarget(advanceOn.selector);
    if (way instanceof HTMLElement) way.click();
    else advance();
  };
  const goBack = () => {
    const before = previousRun(run);
    const place = places[before.steps[before.index]?.id ?? ''];
    setRun(before);
    if (place && place.split('?')[0] !== location.pathname) void navigate(place);
  };
  const acts: Record<TourButton['type'], () => void> = {
    next: goNext,
    back: goBack,
    complete: () => onEnd(true),
  };

  const hasEnded = step === undefined;
  useEffect(() => {
    if (hasEnded) onEnd(true);
  }, [hasEnded, onEnd]);
  if (!step) return null;
  const isLast = isLastStep(run, isOnPage);
  return (
    <Portal>
      <div className={classes.shade} style={hole ? { clipPath: outlineOf(hole) } : undefined} />
      {hole ? <div className={classes.ring} data-blocks={!step.canClickTarget || undefined} style={hole} /> : null}
      <TourCard
        key={step.id}
        ref={card}
        step={step}
        buttons={isLast ? step.buttons.map((button) => (button.type === 'next' ? complete : button)) : step.buttons}
        tourName={tour.name}
        number={index + 1}
        count={countSteps(run, isOnPage)}
        target={target}
        place={popover}
        onAct={(type) => acts[type]()}
        onEnd={() => onEnd(false)}
      />
    </Portal>
  );
}

/** Everything but the target, so that clicks outside it are blocked and clicks on it get through. */
const outlineOf = ({ left, top, width, height }: { left: number; top: number; width: number; height: number }) =>
  `path(evenodd, "M0 0H10000V10000H0Z M${left} ${top}h${width}v${height}h${-width}Z")`;
