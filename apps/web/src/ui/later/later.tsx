import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

/** A component whose code comes after the page that it stands on. */
export type LaterComponent<P> = ComponentType<P> & { prepare: () => Promise<unknown> };

/**
 * later makes a component of code that is asked for when it is drawn, or before by `prepare`. Once the code is there, it is drawn at once:
 * `lazy` of React alone would show an empty place first.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): LaterComponent<P> {
  let loaded: ComponentType<P> | undefined;
  const prepare = async () => {
    loaded ??= await load();
    return { default: loaded };
  };
  const Awaited = lazy(prepare);
  function Later(props: P) {
    // What was drawn first stays, with its state.
    const [Known] = useState(() => loaded);
    return Known ? (
      <Known {...props} />
    ) : (
      <Suspense>
        <Awaited {...props} />
      </Suspense>
    );
  }
  return Object.assign(Later, { prepare });
}

/** usePrepared asks for the code of components once the page that may need them rests. */
export function usePrepared(components: readonly Pick<LaterComponent<never>, 'prepare'>[]): void {
  useEffect(() => {
    const prepare = () => {
      // What could not be read is asked for again when it is drawn, and says so there.
      for (const component of components) component.prepare().catch(() => undefined);
    };
    // Safari does not tell when a page rests.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(prepare, 200);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(prepare);
    return () => cancelIdleCallback(handle);
  }, [components]);
}
