import { Button, NumberInput, Textarea } from '@mantine/core';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { useKeys } from '../keys/use-keys.tsx';
import { type DiffFile, DiffView } from './diff-view.tsx';
import { useDraft } from './drafts.ts';
import type { AnswerProps } from './kind.ts';
import { OptionButton } from './option-button.tsx';
import PluginAnswer from './plugin.tsx';

type Comment = { path: string; line?: number; text: string };

/** A change of files, with comments on it and a verdict. */
export default function DiffReview(props: AnswerProps) {
  const { message, sending, active, isReady } = props;
  const files = filesIn(message.review.payload);
  const [comments, setComments] = useDraft<Comment[]>(message.id, []);

  const decide = (verdict: 'approve' | 'request-changes') => {
    const written = comments.filter(({ text }) => text.trim() !== '');
    const said = written.length > 0 ? { comments: written } : {};
    sending.send({ verdict, ...said }, { isSure: true });
  };
  const approve = () => decide('approve');
  const refuse = () => decide('request-changes');
  useKeys('Answer', {
    ...(isReady && {
      1: ['Approve', approve],
      2: ['Request changes', refuse],
      a: ['Approve', approve],
      r: ['Request changes', refuse],
    }),
  });
  if (!files) return <PluginAnswer {...props} />;

  const add = (path: string, line?: number) =>
    setComments([...comments, { path, ...(line === undefined ? {} : { line }), text: '' }]);
  const change = (index: number, comment: Comment | null) =>
    setComments(comments.toSpliced(index, 1, ...(comment ? [comment] : [])));

  return (
    <>
      {files.map((file) => (
        <section key={file.path} className="diff-file" aria-label={file.path}>
          <header>
            <bdi className="cut" title={file.path}>
              {file.path}
            </bdi>
            <Button variant="subtle" size="compact-xs" onClick={() => add(file.path)}>
              Comment
            </Button>
          </header>
          <DiffView file={file} onLine={(line) => add(file.path, line)} />
          {comments.map(
            (comment, index) =>
              comment.path === file.path && (
                <CommentFields
                  // biome-ignore lint/suspicious/noArrayIndexKey: a comment has no other name
                  key={index}
                  comment={comment}
                  onChange={(next) => change(index, next)}
                />
              ),
          )}
        </section>
      ))}
      <div className="review-options">
        <OptionButton
          label="Approve"
          look="primary"
          number={active ? 1 : null}
          isSending={sending.isSending}
          onPress={approve}
        />
        <OptionButton
          label="Request changes"
          number={active ? 2 : null}
          isSending={sending.isSending}
          onPress={refuse}
        />
      </div>
    </>
  );
}

type FieldsProps = { comment: Comment; onChange: (comment: Comment | null) => void };

const CommentFields = ({ comment, onChange }: FieldsProps) => (
  <div className="diff-comment">
    <NumberInput
      aria-label="Line"
      placeholder="Line"
      hideControls
      allowDecimal={false}
      allowNegative={false}
      value={comment.line ?? ''}
      onChange={(line) => {
        const { path, text } = comment;
        onChange({ path, ...(typeof line === 'number' ? { line } : {}), text });
      }}
    />
    <Textarea
      aria-label="Comment"
      placeholder="What should change"
      autosize
      autoFocus
      value={comment.text}
      onChange={(event) => onChange({ ...comment, text: event.currentTarget.value })}
      onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
    />
    <Button variant="subtle" size="compact-xs" onClick={() => onChange(null)}>
      Remove
    </Button>
  </div>
);

/** The files; null where a plugin of this name asks in another shape. */
function filesIn({ files }: JsonObject): DiffFile[] | null {
  if (!Array.isArray(files)) return null;
  const fits = (file: unknown): file is DiffFile =>
    isJsonObject(file) && typeof file.path === 'string' && typeof file.diff === 'string';
  return files.every(fits) ? files : null;
}
