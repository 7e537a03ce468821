import type { FrameParts } from '../../shared/feature/frame-parts.ts';
import { ProjectSwitcher } from './components/workspace/project-switcher.tsx';

export const apiTestingFrame: FrameParts = { AreaSwitcher: ProjectSwitcher };
