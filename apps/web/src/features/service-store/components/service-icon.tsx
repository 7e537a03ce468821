import { Boxes, type LucideIcon, Webhook } from 'lucide-react';

const icons: Record<string, LucideIcon> = { API_TESTING: Webhook };

/** ServiceIcon is the icon of a service; its name is always next to it. */
export function ServiceIcon({ category, size = 20 }: { category: string; size?: number }) {
  const Icon = icons[category] ?? Boxes;
  return <Icon size={size} aria-hidden />;
}
