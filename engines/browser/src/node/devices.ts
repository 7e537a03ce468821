import { devices } from 'playwright-core';

/** A device that a session can take on, with the size of its page in CSS pixels. */
export interface NamedDevice {
  name: string;
  viewport: { width: number; height: number };
}

/** listDevices gives the devices that sessions know, by name. */
export const listDevices = (): NamedDevice[] =>
  Object.entries(devices)
    .map(([name, { viewport }]) => ({ name, viewport }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
