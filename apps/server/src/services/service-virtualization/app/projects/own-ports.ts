import { AppError } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { freePorts, isIn, type PortRange } from '../../domain/port-range.ts';
import { virtualizationErrors } from '../../errors.ts';
import { type MockRow, mocksStore } from '../../store/mocks.store.ts';
import type { MockPorts } from '../hosting/mock-ports.ts';

interface Needs {
  platform: Platform;
  range: PortRange | undefined;
  ports: Pick<MockPorts, 'isFree' | 'follow'>;
}

/** createOwnPorts gives mocks ports of their own: a mock keeps its port until it is taken away, no two have the same. */
export function createOwnPorts({ platform, range, ports }: Needs) {
  const { sql } = platform.database;

  /** Stores the lowest port that nobody has; undefined where none is left. */
  const assign = async (projectId: string, among: PortRange): Promise<MockRow | undefined> => {
    const places = await mocksStore.listPlaces(sql);
    const taken = new Set(places.flatMap(({ port }) => port ?? []));
    for (const port of freePorts(among, taken)) {
      if (!(await ports.isFree(port))) continue;
      try {
        return await mocksStore.update(sql, projectId, { port });
      } catch (error) {
        // Another mock was given it meanwhile.
        if (!isUniqueViolation(error, 'project_port')) throw error;
      }
    }
    return undefined;
  };

  return {
    range,
    /** Gives a new mock a port, as long as there are any. */
    async offer(projectId: string): Promise<void> {
      if (range) await assign(projectId, range);
    },
    /** Gives a mock a port; the one that it has stays. */
    async give(row: MockRow): Promise<MockRow> {
      if (!range) throw new AppError(virtualizationErrors.noPorts);
      if (isIn(range, row.port)) return row;
      const given = await assign(row.id, range);
      if (given) return given;
      throw new AppError(virtualizationErrors.portsTaken, { params: { range: `${range.from}-${range.to}` } });
    },
    async take(row: MockRow): Promise<MockRow> {
      return (await mocksStore.update(sql, row.id, { port: null })) ?? row;
    },
    /** Resolves when this process listens on the ports that mocks have now. */
    follow: () => ports.follow(),
  };
}
/** OwnPorts gives mocks ports of their own. */
export type OwnPorts = ReturnType<typeof createOwnPorts>;
