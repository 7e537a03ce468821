import { useRef, useState } from 'react';
import type { LivePart } from '../../api/sends/live-send.ts';
import { type LiveResponse, withEvent } from '../../model/run/live-response.ts';

/** useLiveResponse follows the event stream of the last sent request; events of the same frame render together. */
export function useLiveResponse() {
  const [live, setLive] = useState<LiveResponse | null>(null);
  const current = useRef(0);
  const follow = () => {
    current.current += 1;
    const own = current.current;
    let latest: LiveResponse | null = null;
    let frame = 0;
    setLive(null);
    return {
      latest: () => latest,
      onLive(part: LivePart) {
        if ('head' in part) latest = { head: part.head, events: [], count: 0 };
        else if (latest) latest = withEvent(latest, part.event);
        frame ||= requestAnimationFrame(() => {
          frame = 0;
          if (own === current.current) setLive(latest);
        });
      },
    };
  };
  return { live, follow };
}
