import type { FrameParts } from '../../shared/feature/frame-parts.ts';
import { AreaSwitcher } from './components/project/area-switcher.tsx';

export const webTestingFrame: FrameParts = { AreaSwitcher };
