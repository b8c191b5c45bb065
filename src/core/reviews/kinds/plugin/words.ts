/** A question whose structure only its plugin or schema defines: it may contain anything. */

import { hideDefaults } from '../form/secrets.ts';
import { exampleOf } from '../freeform/example.ts';
import type { KindWords } from '../kind-words.ts';
import { labelsIn, namesPassword } from '../labels.ts';

export const plugin: KindWords = {
  labels: ({ options, items, fields }) => labelsIn(options ?? items ?? fields),
  searched: ({ options, items, fields }) => [options, items, fields].flatMap(labelsIn),
  asksSecret: ({ fields, schema }) => namesPassword(fields) || namesPassword(schema),
  hideInQuestion: hideDefaults,
  example: ({ schema }) => exampleOf(schema),
};
