import { withEvent as withOne } from '../../../src/cli/triage/apply-event.ts';
import type { State } from '../../../src/cli/triage/state.ts';
import type { LiveEvent, LiveName } from '../../../src/core/events.ts';

/** The view after an event, of which only what it reads need be given. */
export const withEvent = (state: State, name: LiveName, payload: object | undefined): State =>
  withOne(state, { name, payload, seq: null } as LiveEvent);
