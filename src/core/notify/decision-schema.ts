import { z } from 'zod';
import { Attachment } from '../files/schema.ts';
import { Id } from '../ids.ts';
import { JsonObject } from '../json-checks.ts';
import { MessageStatus } from '../messages/schema.ts';
import { RespondedBy, ReviewStatus } from '../reviews/schema.ts';
import { Timestamp } from '../time.ts';

/** The outcome of a decision link. */
export const Decision = z
  .object({
    messageId: Id,
    answer: z.string().describe('Label of the option'),
    again: z.boolean().describe('True if you had given the same answer before'),
    respondedAt: Timestamp.nullable(),
    respondedBy: RespondedBy.nullable(),
  })
  .meta({ id: 'Decision' });
export type Decision = z.infer<typeof Decision>;

/** An answer that was filled in on the page of a decision link. */
export const DecisionAnswers = z
  .object({ response: JsonObject.describe('The whole answer, as the type of review takes it') })
  .meta({ id: 'DecisionAnswers' });

/** The outcome of the link of a test. */
export const Confirmation = z
  .object({ contactId: Id, confirmed: z.literal(true) })
  .meta({ id: 'Confirmation' });
export type Confirmation = z.infer<typeof Confirmation>;

const Labelled = z.object({ label: z.string(), tone: z.enum(['plain', 'danger', 'harm']) });

/** One of the questions that are answered together. */
const Asked = z.object({
  id: z.string(),
  header: z.string().nullable(),
  question: z.string(),
  options: z.array(
    z.object({ id: z.string(), label: z.string(), description: z.string().nullable() }),
  ),
  multiple: z.boolean().describe('Whether several options may be chosen'),
  other: z.boolean().describe('Whether a text is an answer, too'),
  secret: z.boolean(),
});

/** The question of a decision link, as much of it as its contact may show. */
export const DecisionQuestion = z
  .object({
    messageId: Id,
    person: z.object({ id: Id, name: z.string() }).describe('Whose answer it will be'),
    title: z.string(),
    channel: z.string().nullable().describe('Name of the channel'),
    source: z
      .string()
      .nullable()
      .describe('The key that asked, and where its agent says it comes from'),
    subject: z
      .array(
        z.object({
          name: z.string(),
          is: z.enum(['value', 'code', 'diff', 'markdown']),
          text: z.string(),
        }),
      )
      .describe('What the question is about, value by value; empty for most kinds'),
    claims: z.array(z.string()).describe("The agent's words about the subject"),
    description: z.string().nullable(),
    prompt: z.string().nullable(),
    text: z.string().nullable().describe('Text of the message'),
    messageStatus: MessageStatus.nullable(),
    asked: z
      .array(Asked)
      .describe('The questions of a review that has several, which are answered together'),
    attachments: z.array(Attachment.pick({ id: true, filename: true, mimeType: true, size: true })),
    option: Labelled.nullable().describe('What the link answers; null for a link to all options'),
    options: z
      .array(Labelled.extend({ description: z.string().nullable(), link: z.string() }))
      .describe('What can be answered now, each with the decision link that does it'),
    status: ReviewStatus,
    expiresAt: Timestamp,
    answer: z.string().nullable().describe('How it was answered'),
    why: z
      .string()
      .nullable()
      .describe('Why a withdrawn question is no longer asked, and by whose word'),
    respondedAt: Timestamp.nullable(),
    respondedBy: RespondedBy.nullable(),
    automatic: z.boolean().describe('True if it was answered with its default'),
  })
  .meta({ id: 'DecisionQuestion' });
export type DecisionQuestion = z.infer<typeof DecisionQuestion>;
