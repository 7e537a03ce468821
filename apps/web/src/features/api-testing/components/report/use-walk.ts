import { useRef } from 'react';

/** The steps that the keys have come through, in one direction, up to the one that is chosen. */
interface Walk {
  direction: 1 | -1;
  passed: string[];
  chosenId: string | undefined;
}

/**
 * useWalk gives the step that a key leads to. The way back is the way there, although steps that failed meanwhile have gone to the top: `next`
 * is the neighbour in the list as it is now, `isListed` tells whether a step is still in it.
 */
export function useWalk(chosenId: string | undefined) {
  const walk = useRef<Walk>({ direction: 1, passed: [], chosenId: undefined });
  return (direction: 1 | -1, next: () => string | undefined, isListed: (id: string) => boolean): string | undefined => {
    const isOnWalk = walk.current.chosenId !== undefined && walk.current.chosenId === chosenId;
    const passed = isOnWalk ? walk.current.passed : [];
    const turned = walk.current.direction !== direction;
    const before = turned ? passed.at(-1) : undefined;
    if (before !== undefined && isListed(before)) {
      walk.current = { ...walk.current, passed: passed.slice(0, -1), chosenId: before };
      return before;
    }
    const id = next();
    if (id !== undefined)
      walk.current = { direction, passed: [...(turned ? [] : passed), ...(chosenId ? [chosenId] : [])], chosenId: id };
    return id;
  };
}
