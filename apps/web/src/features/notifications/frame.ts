import type { FrameParts } from '../../shared/feature/frame-parts.ts';
import { CloneNotices } from './components/clone-notices.tsx';
import { NotificationBell } from './components/notification-bell.tsx';

export const notificationsFrame: FrameParts = { TopButton: NotificationBell, Watch: CloneNotices };
