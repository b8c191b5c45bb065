import type { Message } from '../../core/messages/schema.ts';
import { titleOf } from '../../core/messages/title.ts';
import { wordsOf } from '../../core/reviews/kinds/words.ts';
import { Attachments } from '../message/attachments.tsx';
import { Markdown } from '../message/markdown.tsx';
import { StatusText } from '../message/status-text.tsx';
import { Subject } from '../reviews/subject.tsx';

/** The subject, the agent's texts and files. */
export function QuestionBody({ message }: { message: Message }) {
  const text = textBelow(message);
  const hasSubject = wordsOf(message.review?.type ?? '').subject !== undefined;
  const hasMore = text !== '' || message.status !== null || message.attachments.length > 0;
  if (!hasMore && !hasSubject) return null;
  return (
    <div className="question-body">
      <Subject message={message} hasText={text !== ''} />
      {(text || message.status !== null) && (
        <StatusText status={message.status}>{text && <Markdown text={text} />}</StatusText>
      )}
      <Attachments attachments={message.attachments} active />
    </div>
  );
}

const LONGEST_TITLE = 160;
const PLAIN = /^(#+\s+)?[^[\]<>`|~\\]+$/;
const HEADING = /^#+\s+/;

/** Returns the text without a line that is the title already, or a heading that the title contains. */
function textBelow(message: Message): string {
  const all = (message.text ?? '').trim();
  const [line = '', ...rest] = all.split('\n');
  if (line.length > LONGEST_TITLE || !PLAIN.test(line)) return all;
  const title = message.review?.payload.title;
  const isTitle = typeof title !== 'string' || !title.trim();
  const isSaid = HEADING.test(line) && isIn(line.replace(HEADING, ''), titleOf(message));
  return isTitle || isSaid ? rest.join('\n').trim() : all;
}

/** Returns whether a title contains the words, whatever their spelling. */
function isIn(words: string, title: string): boolean {
  const plain = (text: string) =>
    ` ${text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ')} `;
  return /[\p{L}\p{N}]/u.test(words) && plain(title).includes(plain(words));
}
