import { ActionIcon } from '@mantine/core';
import { ArrowDown, ArrowUp, EyeOff, Maximize2, Minimize2 } from 'lucide-react';
import { Tip } from '../../../ui/tip/tip.tsx';
import { change, move, type PlacedWidget, widgetTitles } from '../model/widgets.ts';
import classes from './dashboard.module.css';

interface Props {
  widget: PlacedWidget;
  /** The visible widgets, in order. */
  shown: PlacedWidget[];
  hidden: PlacedWidget[];
  onChange: (widgets: PlacedWidget[]) => void;
}

/** WidgetTools moves, resizes and hides a widget. */
export function WidgetTools({ widget: { widgetId, width }, shown, hidden, onChange }: Props) {
  const title = widgetTitles[widgetId];
  const at = shown.findIndex((widget) => widget.widgetId === widgetId);
  const keep = (next: PlacedWidget[]) => onChange([...next, ...hidden]);
  const other = width === 'full' ? 'half' : 'full';
  const tools = [
    { label: `Move ${title} up`, icon: ArrowUp, disabled: at === 0, run: () => keep(move(shown, widgetId, -1)) },
    {
      label: `Move ${title} down`,
      icon: ArrowDown,
      disabled: at === shown.length - 1,
      run: () => keep(move(shown, widgetId, 1)),
    },
    {
      label: other === 'full' ? `Widen ${title}` : `Narrow ${title}`,
      icon: other === 'full' ? Maximize2 : Minimize2,
      disabled: false,
      run: () => keep(change(shown, widgetId, { width: other })),
    },
    {
      label: `Hide ${title}`,
      icon: EyeOff,
      disabled: false,
      run: () => keep(change(shown, widgetId, { hidden: true })),
    },
  ];
  return (
    <div className={classes.tools} role="toolbar" aria-label={`Arrange ${title}`}>
      {tools.map(({ label, icon: Icon, disabled, run }) => (
        <Tip key={label} label={label}>
          <ActionIcon aria-label={label} disabled={disabled} onClick={run}>
            <Icon size={15} />
          </ActionIcon>
        </Tip>
      ))}
    </div>
  );
}
