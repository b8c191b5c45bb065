import { Button, Textarea } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { signOf } from '../../../dashboard/keys/help.tsx';
import { Key } from '../../../dashboard/look/parts.tsx';
import { type Comment, placeWords } from './draft.ts';
import type { Acts } from './use-diff.ts';
import type { Place } from './walk.ts';

type Props = {
  comment: Comment;
  index: number;
  isOpen: boolean;
  /** Where the focus goes once it is closed. */
  place: Place;
  acts: Acts;
};

/** A comment under its line: a field while it is written, a card once it is saved. */
export const CommentCard = (props: Props) => {
  const { comment, index, isOpen, place, acts } = props;
  if (isOpen) return <CommentField {...props} />;
  if (comment.text.trim() === '') return null;
  const about = placeWords(comment);
  return (
    <section className="diff-comment" aria-label={`Your comment on ${about}`}>
      <p>
        {place.line === null && comment.line !== undefined && (
          <span className="meta">{`${about} `}</span>
        )}
        {comment.text}
      </p>
      <div className="diff-comment-acts">
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`Edit the comment on ${about}`}
          onClick={() => acts.edit(index)}
        >
          Edit
        </Button>
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`Remove the comment on ${about}`}
          onClick={() => acts.remove(index, place)}
        >
          Remove
        </Button>
      </div>
    </section>
  );
};

function CommentField({ comment, index, place, acts }: Props) {
  const leave = () => acts.leave(index, place);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey } = event;
    const isKept = key === 'Enter' && (ctrlKey || metaKey);
    if (!(isKept || key === 'Escape')) return;
    // Nothing else on the page handles it.
    event.preventDefault();
    leave();
  };
  return (
    <div className="diff-comment" data-open>
      <Textarea
        aria-label={`Comment on ${placeWords(comment)}`}
        placeholder="What should change"
        autosize
        autoFocus
        minRows={2}
        maxRows={12}
        value={comment.text}
        onChange={(event) => acts.change(index, event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className="diff-comment-acts">
        <Button variant="default" size="compact-sm" onClick={leave}>
          Save <Key>{signOf('mod+Enter')}</Key>
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={() => acts.remove(index, place)}>
          Remove
        </Button>
      </div>
    </div>
  );
}
