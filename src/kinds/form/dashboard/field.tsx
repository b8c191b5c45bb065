import { Checkbox, Input, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { type ComponentType, type KeyboardEvent, useId } from 'react';
import { type Field, readTyped } from '../schema.ts';
import { amountOf } from '../words.ts';
import { hintOf, stepped } from './field-values.ts';

type Props = {
  field: Field;
  value: unknown;
  wrong: string | undefined;
  onChange: (value: unknown) => void;
  /** The person has left the field: its fault may be shown. */
  onLeave: () => void;
};

/** A field of a form. */
export function FormField(props: Props) {
  const Shown = fields[props.field.type];
  return <Shown {...props} />;
}

const shared = ({ field, wrong, onLeave }: Props) => ({
  label: `${field.label}${isLong(field) ? ` (${field.unit})` : ''}`,
  description: hintOf(field),
  placeholder: field.placeholder,
  required: field.required,
  error: wrong,
  onBlur: onLeave,
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') event.currentTarget.blur();
  },
});

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** A unit that takes half of the field belongs beside the label. */
const LONGEST_UNIT = 12;
const isLong = ({ unit = '' }: Field) => unit.length > LONGEST_UNIT;

const withUnit = (field: Field) =>
  field.unit && !isLong(field)
    ? {
        rightSection: <span className="meta">{field.unit}</span>,
        rightSectionWidth: `calc(${field.unit.length}ch + 24px)`,
      }
    : {};

/** The `type` of the browser's input. */
const inputs: Partial<Record<Field['type'], string>> = { datetime: 'datetime-local' };

const LineField = (props: Props) => (
  <TextInput
    {...shared(props)}
    type={inputs[props.field.type] ?? props.field.type}
    {...withUnit(props.field)}
    value={textOf(props.value)}
    onChange={(event) => props.onChange(event.currentTarget.value)}
  />
);

const LongField = (props: Props) => (
  <Textarea
    {...shared(props)}
    autosize
    minRows={3}
    maxRows={12}
    value={textOf(props.value)}
    onChange={(event) => props.onChange(event.currentTarget.value)}
  />
);

const SecretField = (props: Props) => (
  <PasswordInput
    {...shared(props)}
    // Browsers ignore "off", and would offer an agent the person's own password.
    autoComplete="new-password"
    visibilityToggleButtonProps={{ 'aria-label': 'Show or hide' }}
    value={textOf(props.value)}
    onChange={(event) => props.onChange(event.currentTarget.value)}
  />
);

/** A text field, because a number field of the browser drops or changes what it does not understand. */
function NumberField(props: Props) {
  const { field, value, onChange } = props;
  const { onKeyDown, ...rest } = shared(props);
  return (
    <TextInput
      {...rest}
      // A decimal keyboard of a phone has no minus.
      inputMode={(field.min ?? -1) < 0 ? 'text' : 'decimal'}
      autoComplete="off"
      {...withUnit(field)}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        onKeyDown(event);
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        const read = readTyped(field, textOf(value));
        if ('wrong' in read && textOf(value) !== '') return;
        event.preventDefault();
        onChange(stepped(field, 'value' in read ? read.value : null, event.key === 'ArrowUp'));
      }}
    />
  );
}

function RangeField(props: Props) {
  const { field, value, onChange } = props;
  const { onBlur, onKeyDown, ...wrapper } = shared(props);
  const id = useId();
  const { min = 0, max = Math.max(100, min) } = field;
  const isSet = typeof value === 'number';
  return (
    <Input.Wrapper {...wrapper} id={id}>
      <div className="review-range">
        <input
          id={id}
          type="range"
          min={min}
          max={max}
          step={field.step ?? (max - min > 1 ? 1 : 'any')}
          value={isSet ? value : min}
          aria-invalid={props.wrong !== undefined || undefined}
          onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
          onBlur={onBlur}
          onKeyDown={onKeyDown}
        />
        <output htmlFor={id}>{isSet ? amountOf(field, value) : 'not set'}</output>
      </div>
    </Input.Wrapper>
  );
}

/** Options are known by position: a value may be empty, and is not put into the page. */
function SelectField(props: Props) {
  const { options = [], placeholder } = props.field;
  const at = options.findIndex(({ value }) => value === props.value);
  return (
    <NativeSelect
      {...shared(props)}
      value={at < 0 ? '' : String(at)}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        props.onChange(chosen === '' ? '' : options[Number(chosen)]?.value);
      }}
    >
      <option value="">{placeholder ?? 'Choose…'}</option>
      {options.map(({ value, label }, index) => (
        <option key={value} value={index}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
}

function CheckboxField(props: Props) {
  const { required: _, placeholder: __, ...rest } = shared(props);
  return (
    <Checkbox
      {...rest}
      checked={props.value === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}

const fields: Record<Field['type'], ComponentType<Props>> = {
  text: LineField,
  textarea: LongField,
  number: NumberField,
  range: RangeField,
  select: SelectField,
  checkbox: CheckboxField,
  date: LineField,
  time: LineField,
  datetime: LineField,
  email: LineField,
  url: LineField,
  password: SecretField,
};
