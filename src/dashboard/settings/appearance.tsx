import { Radio, Switch } from '@mantine/core';
import { undoChoices } from '../../client/undo-seconds.ts';
import { type Appearance, textSizes } from '../look/appearance.ts';
import { useAppearance } from '../look/use-appearance.ts';
import { Block, SettingsHead } from './parts.tsx';

type Choice<T> = { value: T; label: string; about: string };

const schemes: Choice<Appearance['scheme']>[] = [
  { value: 'auto', label: 'System', about: 'Match this device' },
  { value: 'light', label: 'Light', about: 'Dark on white' },
  { value: 'dark', label: 'Dark', about: 'Light on black' },
];
const densities: Choice<Appearance['density']>[] = [
  { value: 'comfortable', label: 'Comfortable', about: 'More space' },
  { value: 'compact', label: 'Compact', about: 'More rows' },
];

/** How this browser displays the inbox. */
export function AppearanceSection() {
  const [{ scheme, density, textSize, singleKeys, undoSeconds }, change] = useAppearance();
  return (
    <>
      <SettingsHead title="Appearance">Applies to this browser only.</SettingsHead>
      <Block title="Colours">
        <Choices
          label="Colours"
          choices={schemes}
          value={scheme}
          onChange={(chosen) => change({ scheme: chosen })}
        />
      </Block>
      <Block title="Density">
        <Choices
          label="Density"
          choices={densities}
          value={density}
          onChange={(chosen) => change({ density: chosen })}
        />
      </Block>
      <Block title="Text size">
        <Radio.Group
          aria-label="Text size"
          value={`${textSize}`}
          onChange={(chosen) => {
            const size = textSizes.find((one) => `${one}` === chosen);
            if (size !== undefined) change({ textSize: size });
          }}
        >
          <div className="text-sizes">
            {textSizes.map((size) => (
              <Radio key={size} value={`${size}`} label={`${size} %`} />
            ))}
          </div>
        </Radio.Group>
      </Block>
      <Block title="Keyboard">
        <Switch
          label="Single-key shortcuts"
          description="Answer and move between questions with letters and digits. Shortcuts with Ctrl, Enter and Esc always work."
          checked={singleKeys === 'on'}
          onChange={(event) => change({ singleKeys: event.currentTarget.checked ? 'on' : 'off' })}
        />
      </Block>
      <Block title="Undo">
        <Radio.Group
          label="Time to undo an answer before it is sent"
          value={`${undoSeconds}`}
          onChange={(chosen) => {
            const seconds = undoChoices.find((one) => `${one}` === chosen);
            if (seconds !== undefined) change({ undoSeconds: seconds });
          }}
        >
          <div className="stack">
            {undoChoices.map((seconds) => (
              <Radio key={seconds} value={`${seconds}`} label={undoLabel(seconds)} />
            ))}
          </div>
        </Radio.Group>
      </Block>
    </>
  );
}

const undoLabel = (seconds: number) =>
  seconds === 0 ? 'Send immediately, without undo' : `${seconds} seconds`;

type Props<T> = { label: string; choices: Choice<T>[]; value: T; onChange: (value: T) => void };

function Choices<T extends string>({ label, choices, value, onChange }: Props<T>) {
  const choose = (chosen: string) => {
    const choice = choices.find((one) => one.value === chosen);
    if (choice) onChange(choice.value);
  };
  return (
    <Radio.Group value={value} onChange={choose} aria-label={label}>
      <div className="looks">
        {choices.map((choice) => (
          <div key={choice.value} className="look" data-look={choice.value}>
            <div className="look-picture" aria-hidden="true">
              <span />
              <span />
              <span />
            </div>
            <Radio value={choice.value} label={choice.label} description={choice.about} />
          </div>
        ))}
      </div>
    </Radio.Group>
  );
}
