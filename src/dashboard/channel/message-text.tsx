import { Markdown } from '../message/markdown.tsx';

/** A message's text. Most are one plain line: it looks the same and costs a tenth. */
export const MessageText = ({ text }: { text: string }) =>
  isPlain(text) ? (
    <div className="markdown" dir="auto">
      <p>{text}</p>
    </div>
  ) : (
    <Markdown text={text} />
  );

/** What Markdown could read as more than letters, anywhere or at the beginning. */
const MARKED = /[\\`*_[\]<>&~|@\n\r]|:\/\/|www\./i;
const BEGINS = /^\s*([#+=-]|\d+[.)])|^\s|\s$/;

/** Whether a text is one paragraph of nothing but its letters. */
export const isPlain = (text: string) => !MARKED.test(text) && !BEGINS.test(text);
