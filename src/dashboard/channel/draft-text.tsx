import { useThrottledValue } from '@mantine/hooks';
import { useDraftGain } from '../live/live.tsx';
import { Markdown } from '../message/markdown.tsx';

/** Words may come faster than anyone reads, and drawing each would slow down typing below. */
const REDRAW_MS = 100;

type Props = { channelId: string; streamId: string; text: string };

/** A text that is being written. What is already drawn is not drawn again with every word. */
export function DraftText({ channelId, streamId, text }: Props) {
  const gain = useDraftGain(channelId, streamId);
  const [settled, tail] = splitDraft(useThrottledValue(text + gain, REDRAW_MS));
  return (
    <div className="channel-draft">
      {settled && <Markdown text={settled} />}
      <Markdown text={tail} isPassing />
    </div>
  );
}

/** Shorter ones are drawn in full, so that a block such as a list keeps its form. */
const SHORT = 2000;

/** Splits a draft at the last empty line that is not within code. */
export function splitDraft(text: string): [settled: string, tail: string] {
  if (text.length < SHORT) return ['', text];
  const cut = text.lastIndexOf('\n\n');
  const settled = text.slice(0, cut);
  const isInCode = (settled.match(/^[ \t]*(```|~~~)/gm)?.length ?? 0) % 2 === 1;
  return cut < 0 || isInCode ? ['', text] : [settled, text.slice(cut + 2)];
}
