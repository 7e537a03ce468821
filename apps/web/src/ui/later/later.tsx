import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

/** A component whose code loads after its page. */
export type LaterComponent<P> = ComponentType<P> & { prepare: () => Promise<unknown> };

/**
 * later creates a component whose code is requested when it renders, or earlier by `prepare`. Once loaded it renders
 * synchronously: React's `lazy` alone would show an empty place first.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): LaterComponent<P> {
  let loaded: ComponentType<P> | undefined;
  const prepare = async () => {
    loaded ??= await load();
    return { default: loaded };
  };
  const Awaited = lazy(prepare);
  function Later(props: P) {
    // What rendered first stays, with its state.
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

/** usePrepared loads components' code once the page that may need them is idle. */
export function usePrepared(components: readonly Pick<LaterComponent<never>, 'prepare'>[]): void {
  useEffect(() => {
    const prepare = () => {
      // Code that failed to load is requested again when it renders, and reports the error there.
      for (const component of components) component.prepare().catch(() => undefined);
    };
    // Safari has no idle callback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(prepare, 200);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(prepare);
    return () => cancelIdleCallback(handle);
  }, [components]);
}
