import type { FrameParts } from '../../shared/feature/frame-parts.ts';
import { PeopleButton } from './components/people-button.tsx';

export const collaborationFrame: FrameParts = { TopButton: PeopleButton };
