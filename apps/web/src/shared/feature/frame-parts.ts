import type { ComponentType } from 'react';

/** FrameParts are parts of a feature that stand in the frame of every page. */
export interface FrameParts {
  /** Beside the name of the product, where an organization has been chosen. */
  Switcher?: ComponentType;
  /** Beside the title of the open area; chooses what its pages show. */
  AreaSwitcher?: ComponentType;
  /** Beside quick add: begins something before it has a name. */
  BeginButton?: ComponentType;
  /** Among the buttons of the top bar. */
  TopButton?: ComponentType<{ openPanel: (id: string) => void }>;
  /** Among the links of the icon bar. */
  IconLink?: ComponentType<{ className: string | undefined }>;
  /** Among the entries of the menu "More". */
  MoreItem?: ComponentType;
  /** Over the page: messages and dialogs that come by themselves. */
  Watch?: ComponentType;
}
