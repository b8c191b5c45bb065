import { ChoiceBar } from '../../../dashboard/reviews/choice-bar.tsx';
import type { AnswerProps } from '../../../dashboard/reviews/kind.ts';
import PluginAnswer from '../../plugin/dashboard/answer.tsx';
import { filesIn } from '../words.ts';
import { DiffView } from './diff-view.tsx';
import { useDiffDraft } from './draft.ts';
import { DiffVerdict } from './verdict.tsx';

/** A diff with comments and a verdict. */
export default function DiffReview(props: AnswerProps) {
  const { message, sending, active } = props;
  const files = filesIn(message.review.payload);
  const draft = useDiffDraft(message.id);

  const written = draft.comments.filter(({ text }) => text.trim() !== '');
  if (!files) return <PluginAnswer {...props} />;

  return (
    <>
      <DiffView
        files={files}
        draft={draft}
        active={active}
        hasAttachments={message.attachments.length > 0}
      />
      <ChoiceBar>
        <DiffVerdict
          {...props}
          count={written.length}
          onDecide={(verdict) => {
            const said = written.length > 0 ? { comments: written } : {};
            sending.send({ verdict, ...said }, { isSure: true });
          }}
        />
      </ChoiceBar>
    </>
  );
}
