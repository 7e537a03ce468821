import type { ComponentType } from 'react';
import type { Feature } from '../../shared/feature/feature.ts';
import type { FrameParts } from '../../shared/feature/frame-parts.ts';

type Part<Name extends keyof FrameParts> = NonNullable<FrameParts[Name]>;
interface FramePart<Component> {
  feature: string;
  Component: Component;
}

/** Frame is what features contribute to the frame of every page. */
export interface Frame {
  /** The features' components for a slot, in the order of the features. */
  partsOf<Name extends keyof FrameParts>(name: Name): FramePart<Part<Name>>[];
  /** The switcher next to the title of an area. */
  areaSwitcher(area: string | undefined): ComponentType | undefined;
}

/** loadFrame loads the frame parts of all features in parallel. */
export async function loadFrame(features: readonly Feature[]): Promise<Frame> {
  const loaded = await Promise.all(
    features.flatMap(({ id, area, frame }) =>
      frame ? [frame().then((parts) => ({ feature: id, area: area?.id, parts }))] : [],
    ),
  );
  return {
    partsOf: (name) =>
      loaded.flatMap(({ feature, parts }) => {
        const Component = parts[name];
        return Component ? [{ feature, Component }] : [];
      }),
    areaSwitcher: (area) =>
      area === undefined
        ? undefined
        : loaded.find((one) => one.area === area && one.parts.AreaSwitcher)?.parts.AreaSwitcher,
  };
}
