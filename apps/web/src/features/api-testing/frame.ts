import type { FrameParts } from '../../shared/feature/frame-parts.ts';
import { NewRequestButton } from './components/new-request.tsx';
import { ProjectSwitcher } from './components/workspace/project-switcher.tsx';

export const apiTestingFrame: FrameParts = { AreaSwitcher: ProjectSwitcher, BeginButton: NewRequestButton };
