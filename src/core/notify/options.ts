/** The answers that one press can give, by their place in the question. */
import type { Row } from '../../storage/tables.ts';
import type { JsonObject } from '../json.ts';
import type { Choice } from '../reviews/kinds/kind-words.ts';
import { wordsOf } from '../reviews/kinds/words.ts';
import type { Review } from '../reviews/schema.ts';
import { offersAnswers } from './contact-rows.ts';

export type Option = Pick<Choice, 'label' | 'description' | 'tone'> & {
  place: number;
  answer: JsonObject;
};

type Asked = Pick<Review, 'type' | 'payload' | 'confirm'>;

/** Returns none for a kind that asks for more than a choice, and where a login is required. */
export function optionsOf({ type, payload, confirm }: Asked): Option[] {
  if (confirm) return [];
  const choices = wordsOf(type).choices?.(payload) ?? [];
  return choices.flatMap(({ label, description, tone, answer }, place) =>
    answer === null ? [] : [{ place, label, description, tone, answer }],
  );
}

type Contact = Pick<Row<'contacts'>, 'answers' | 'answersEndedAt' | 'confirmedAt' | 'shows'>;

/** Returns those that a contact may offer: it must permit answers, and show the whole question. */
export const optionsFor = (contact: Contact, review: Asked): Option[] =>
  offersAnswers(contact) && contact.shows === 'all' ? optionsOf(review) : [];
