import { TextInput } from '@mantine/core';
import { dateOf } from '../look/clock.ts';
import { Drop } from './drop.tsx';
import type { Narrow } from './use-filter.ts';

/** From which day until which one. */
export function Days({ narrow: { given, set } }: { narrow: Narrow }) {
  const { from, to } = given;
  return (
    <Drop label="When" chosen={daysIn(from, to)}>
      <div className="filters-days">
        <TextInput
          type="date"
          label="From"
          max={to}
          value={from}
          onChange={(event) => set({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="Until"
          min={from}
          value={to}
          onChange={(event) => set({ to: event.currentTarget.value })}
        />
      </div>
    </Drop>
  );
}

function daysIn(from: string, to: string): string | undefined {
  const said = (day: string) => dateOf(`${day}T12:00`);
  if (from && to) return from === to ? said(from) : `${said(from)} – ${said(to)}`;
  if (from) return `Since ${said(from)}`;
  return to ? `Until ${said(to)}` : undefined;
}
