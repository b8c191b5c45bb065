import { ActionIcon, Textarea, UnstyledButton } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { signOf } from '../keys/help.tsx';
import { ArrowUp } from '../look/icons.tsx';
import { Markdown } from '../message/markdown.tsx';
import { AttachButton } from './attach-button.tsx';
import { AttachingList } from './attaching.tsx';
import type { Draft } from './use-draft.ts';

type Props = {
  name: string;
  draft: Draft;
  field: RefObject<HTMLTextAreaElement | null>;
  onSend: () => void;
};

/**
 * The field for messages to the agent. Enter sends on a hardware keyboard; Shift+Enter breaks the
 * line.
 */
export function Composer({ name, draft, field, onSend }: Props) {
  const { text, setText, uploads } = draft;
  const [isPreview, setIsPreview] = useState(false);
  const isEmpty = text.trim() === '' && uploads.attachments.length === 0;
  const send = () => {
    if (isEmpty || uploads.isBusy) return;
    setIsPreview(false);
    onSend();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') field.current?.blur();
    if (event.key !== 'Enter' || event.shiftKey) return;
    if (isTouch() && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    uploads.add(event.clipboardData.files);
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <AttachingList uploads={uploads} />
      {isPreview ? (
        <Preview text={text} />
      ) : (
        <Textarea
          ref={field}
          variant="unstyled"
          className="composer-field"
          aria-label={`Write to ${name}`}
          placeholder={`Write to ${name}…`}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          autosize
          minRows={1}
          maxRows={10}
        />
      )}
      <div className="composer-foot">
        <AttachButton onFiles={uploads.add} />
        <UnstyledButton
          className="composer-toggle"
          aria-pressed={isPreview}
          onClick={() => setIsPreview(!isPreview)}
        >
          {isPreview ? 'Write' : 'Preview'}
        </UnstyledButton>
        <Hint isBusy={uploads.isBusy} />
        <ActionIcon
          type="submit"
          size={32}
          aria-label="Send"
          disabled={isEmpty || uploads.isBusy}
          className="composer-send"
        >
          <ArrowUp size={17} />
        </ActionIcon>
      </div>
    </form>
  );
}

const Preview = ({ text }: { text: string }) => (
  <section className="composer-preview" aria-label="Preview">
    {text.trim() ? (
      <Markdown text={text} isPassing />
    ) : (
      <p className="soft">Nothing to preview yet</p>
    )}
  </section>
);

const Hint = ({ isBusy }: { isBusy: boolean }) => (
  <span className="composer-hint keys-only">
    {isBusy
      ? 'Uploading files…'
      : `Markdown · ${signOf('Enter')} sends · ⇧${signOf('Enter')} new line`}
  </span>
);

/** Enter breaks the line on a keyboard without Shift+Enter. */
const isTouch = () => window.matchMedia('(hover: none) and (pointer: coarse)').matches;
