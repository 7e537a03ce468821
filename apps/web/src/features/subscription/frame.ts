import type { FrameParts } from '../../shared/feature/frame-parts.ts';
import { PlanWatch } from './components/plan-watch.tsx';

export const subscriptionFrame: FrameParts = { Watch: PlanWatch };
