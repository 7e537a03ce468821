import { ActionIcon, Button, NumberInput, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { browserNames, maxTargets } from '@touchstone/contracts/web-testing';
import { Plus, X } from 'lucide-react';
import { devicesQuery } from '../../api/run-configurations.ts';
import {
  customSize,
  deviceOf,
  deviceScreen,
  sizeScreen,
  type TargetDraft,
  usualSizes,
  withTarget,
} from '../../model/run-settings.ts';
import { BrowserSelect } from '../results/browser-fields.tsx';
import classes from './configurations.module.css';

interface Props {
  targets: readonly TargetDraft[];
  onChange: (targets: TargetDraft[]) => void;
}

/** TargetFields selects the targets of a run: browsers, each with a size or a device. */
export function TargetFields({ targets, onChange }: Props) {
  const change = (key: number, patch: Partial<TargetDraft>) =>
    onChange(targets.map((one) => (one.key === key ? { ...one, ...patch } : one)));
  return (
    <fieldset className={classes.targets}>
      <legend>Targets</legend>
      {targets.map((target, index) => (
        <div key={target.key} className={classes.target}>
          <BrowserSelect
            among={browserNames}
            name={`Browser ${index + 1}`}
            value={target.browser}
            onChange={(browser) => change(target.key, { browser })}
          />
          <ScreenSelect
            name={`Screen ${index + 1}`}
            value={target.screen}
            onChange={(screen) => change(target.key, { screen })}
          />
          {targets.length > 1 ? (
            <ActionIcon
              aria-label={`Remove target ${index + 1}`}
              onClick={() => onChange(targets.filter(({ key }) => key !== target.key))}
            >
              <X size={14} />
            </ActionIcon>
          ) : null}
          {target.screen === customSize ? (
            <div className={classes.size}>
              {(['width', 'height'] as const).map((side) => (
                <NumberInput
                  key={side}
                  aria-label={`${side === 'width' ? 'Width' : 'Height'} ${index + 1}`}
                  suffix=" px"
                  allowDecimal={false}
                  allowNegative={false}
                  value={target[side]}
                  onChange={(value) => change(target.key, { [side]: value })}
                />
              ))}
            </div>
          ) : null}
        </div>
      ))}
      {targets.length < maxTargets ? (
        <div>
          <Button variant="default" leftSection={<Plus size={13} />} onClick={() => onChange(withTarget(targets))}>
            Add target
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

const sizes = [
  ...usualSizes.map((size) => ({
    value: sizeScreen(size),
    label: `${size.title}, ${size.width} × ${size.height}`,
  })),
  { value: customSize, label: 'Custom size' },
];

interface ScreenProps {
  name: string;
  value: string;
  onChange: (screen: string) => void;
}

function ScreenSelect({ name, value, onChange }: ScreenProps) {
  const found = useQuery(devicesQuery).data ?? [];
  const chosen = deviceOf(value);
  const isUnknown = chosen !== undefined && !found.some((device) => device.name === chosen);
  const devices = found.map((device) => ({
    value: deviceScreen(device.name),
    label: `${device.name}, ${device.viewport.width} × ${device.viewport.height}`,
  }));
  if (isUnknown) devices.unshift({ value, label: chosen });
  return (
    <Select
      aria-label={name}
      allowDeselect={false}
      searchable
      nothingFoundMessage="No matching size or device"
      data={[
        { group: 'Sizes', items: sizes },
        { group: 'Devices', items: devices },
      ]}
      value={value}
      onChange={(screen) => screen && onChange(screen)}
    />
  );
}
