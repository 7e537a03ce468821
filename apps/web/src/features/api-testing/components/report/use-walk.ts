import { useRef } from 'react';

/** The steps passed by key presses in one direction, up to the selected one. */
interface Walk {
  direction: 1 | -1;
  passed: string[];
  chosenId: string | undefined;
}

/**
 * useWalk returns the step that a key press moves to. Turning around retraces the steps, although newly failed ones
 * have moved to the top since: `next` is the current neighbour in the list, `isListed` returns whether a step is still
 * listed.
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
