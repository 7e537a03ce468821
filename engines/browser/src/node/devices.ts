import { devices } from 'playwright-core';

/** A device that a session can emulate, with its viewport in CSS pixels. */
export interface NamedDevice {
  name: string;
  viewport: { width: number; height: number };
}

/** listDevices returns the devices that sessions can emulate, by name. */
export const listDevices = (): NamedDevice[] =>
  Object.entries(devices)
    .map(([name, { viewport }]) => ({ name, viewport }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
