import type { ComponentType } from 'react';

/** FrameParts are parts of a feature in the frame of every page. */
export interface FrameParts {
  /** Next to the product name, once an organization is chosen. */
  Switcher?: ComponentType;
  /** Next to the title of the open area; switches what its pages show. */
  AreaSwitcher?: ComponentType;
  /** Next to quick add: starts something before it has a name. */
  BeginButton?: ComponentType;
  /** Among the buttons of the top bar. */
  TopButton?: ComponentType<{ openPanel: (id: string) => void }>;
  /** In the icon bar. */
  IconLink?: ComponentType<{ className: string | undefined }>;
  /** In the "More" menu. */
  MoreItem?: ComponentType;
  /** Over the page: messages and dialogs that appear unprompted. */
  Watch?: ComponentType;
}
