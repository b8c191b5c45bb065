import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { useKeys } from '../keys/use-keys.tsx';
import { DiffView } from './diff/diff-view.tsx';
import { useDiffDraft } from './diff/draft.ts';
import type { DiffFile } from './diff/read-file.ts';
import type { AnswerProps } from './kind.ts';
import { OptionButton } from './option-button.tsx';
import PluginAnswer from './plugin.tsx';

/** A change of files, with comments on it and a verdict. */
export default function DiffReview(props: AnswerProps) {
  const { message, sending, active, isReady } = props;
  const files = filesIn(message.review.payload);
  const draft = useDiffDraft(message.id);

  const decide = (verdict: 'approve' | 'request-changes') => {
    const written = draft.comments.filter(({ text }) => text.trim() !== '');
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

  return (
    <>
      <DiffView {...{ files, draft, active }} hasAttachments={message.attachments.length > 0} />
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

/** The files; null where a plugin of this name asks in another shape. */
function filesIn({ files }: JsonObject): DiffFile[] | null {
  if (!Array.isArray(files)) return null;
  const fits = (file: unknown): file is DiffFile =>
    isJsonObject(file) && typeof file.path === 'string' && typeof file.diff === 'string';
  return files.every(fits) ? files : null;
}
