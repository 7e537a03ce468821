import type { Device, PlannedTarget, RunTarget } from '@touchstone/contracts/test-repository';
import { AppError } from '@touchstone/kernel';
import { webTestingErrors } from '../errors.ts';

/** createRunTargets resolves the devices that targets can name. */
export function createRunTargets() {
  let found: Promise<Device[]> | undefined;
  /** The engine is large, so it is loaded on first use. */
  const devices = (): Promise<Device[]> => {
    found ??= import('@touchstone/engine-browser').then(({ listDevices }) => listDevices());
    return found;
  };
  const sizeOf = async (device: string) => {
    const known = (await devices()).find(({ name }) => name === device);
    if (!known) throw new AppError(webTestingErrors.unknownDevice, { params: { device } });
    return known.viewport;
  };
  return {
    devices,
    /** Targets with their page size; throws if one names an unknown device. */
    plan: (targets: readonly RunTarget[]): Promise<PlannedTarget[]> =>
      Promise.all(
        targets.map(async ({ browser, viewport, device = null }) => ({
          browser,
          device,
          viewport: device === null ? (viewport as PlannedTarget['viewport']) : await sizeOf(device),
        })),
      ),
  };
}
/** RunTargets resolves the devices that targets can name. */
export type RunTargets = ReturnType<typeof createRunTargets>;
