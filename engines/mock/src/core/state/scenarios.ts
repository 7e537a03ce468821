import { type Stub, startedState } from '../stub.ts';
import { globalScope, type StateStore } from './state-store.ts';

/** Scenario is a state machine formed by several stubs. */
export interface Scenario {
  name: string;
  /** The state seen by callers without a state of their own. */
  state: string;
  possibleStates: string[];
  stubs: Stub[];
  /** Callers with a state of their own. */
  callers: { scope: string; state: string }[];
}

/** scenariosOf lists the scenarios that stubs name, by name. */
export function scenariosOf(stubs: readonly Stub[], state: StateStore): Scenario[] {
  const byName = new Map<string, Stub[]>();
  for (const stub of stubs) {
    if (stub.scenarioName === undefined) continue;
    const known = byName.get(stub.scenarioName);
    if (known === undefined) byName.set(stub.scenarioName, [stub]);
    else known.push(stub);
  }
  return [...byName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, members]) => ({
      name,
      state: state.scenarioState(globalScope, name),
      possibleStates: [
        ...new Set([
          startedState,
          ...members
            .toReversed()
            .flatMap(({ requiredScenarioState, newScenarioState }) =>
              [requiredScenarioState, newScenarioState].filter((item) => item !== undefined),
            ),
        ]),
      ],
      stubs: members,
      callers: state.scopesOf(name).filter(({ scope }) => scope !== globalScope),
    }));
}
