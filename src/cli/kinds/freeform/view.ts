import { formOf } from '../../../core/reviews/kinds/freeform/schema-form.ts';
import { listedField } from '../form/view.ts';
import type { KindView } from '../kind-view.ts';
import { plugin } from '../plugin/view.ts';

export const freeform: KindView = {
  ...plugin,
  listed: ({ schema }) => (formOf(schema)?.fields ?? []).map(listedField),
};
