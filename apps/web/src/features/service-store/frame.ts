import type { FrameParts } from '../../shared/feature/frame-parts.ts';
import { ReportingIcon, ReportingItem } from './components/reporting-entry.tsx';
import { ServiceSwitcher } from './components/service-switcher.tsx';

export const serviceStoreFrame: FrameParts = {
  Switcher: ServiceSwitcher,
  IconLink: ReportingIcon,
  MoreItem: ReportingItem,
};
