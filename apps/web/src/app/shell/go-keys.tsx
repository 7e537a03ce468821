import { useNavigate } from 'react-router';
import { type AreaItem, pathOf } from '../../shared/feature/feature.ts';
import { type Hotkey, useHotkey } from '../../shared/hotkeys.ts';
import { preferences } from '../../shared/preferences.ts';
import { goHotkey } from '../compose-features.ts';
import { house } from '../house.ts';
import { useIsShown } from './use-menu.ts';

/** GoKeys binds the keys that open screens of all areas. */
export function GoKeys() {
  const isShown = useIsShown();
  return [...house.areas.values()].flatMap(({ items }) =>
    items.filter(isShown).map((item) => {
      const hotkey = goHotkey(item);
      return hotkey ? <GoKey key={hotkey.keys} hotkey={hotkey} item={item} /> : null;
    }),
  );
}

function GoKey({ hotkey, item }: { hotkey: Hotkey; item: AreaItem }) {
  const navigate = useNavigate();
  useHotkey(hotkey, () => void navigate(pathOf(item.path, preferences.get().projectId)));
  return null;
}
