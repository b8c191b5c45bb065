import fc from 'fast-check';

const digits = (most: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: most });

/** Any number that JSON can write, as its text. */
export const numberText = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(
      fc.constant('0'),
      digits(30).map((all) => all.replace(/^0+(?=.)/, '')),
    ),
    fc.option(digits(30), { nil: '' }),
    fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-', 'E-'), fc.nat(400)), {
      nil: ['', 0] as const,
    }),
  )
  .map(
    ([sign, whole, part, [e, exponent]]) =>
      `${sign}${whole}${part && `.${part}`}${e && e + exponent}`,
  );
