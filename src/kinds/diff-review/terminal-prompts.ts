import type { AnswerPrompts } from '../../cli/asking/prompts.ts';
import type { KindPrompts } from '../../cli/kinds/kind-prompts.ts';
import type { JsonObject } from '../../core/json.ts';
import { plugin } from '../plugin/terminal-prompts.ts';
import { type DiffFile, filesIn } from './files.ts';

export const diffReview: KindPrompts = {
  ...plugin,
  answer(ask, review, writing) {
    const files = filesIn(review.payload) ?? [];
    return files.length > 0 ? judge(ask, files) : plugin.answer(ask, review, writing);
  },
};

async function judge(ask: AnswerPrompts, files: DiffFile[]): Promise<JsonObject> {
  const verdict = await ask.one('Your verdict', [
    { value: 'approve', label: 'Approve', key: '1', style: 'green' },
    { value: 'request-changes', label: 'Request changes', key: '2', style: 'yellow' },
  ]);
  const isRefusal = verdict !== 'approve';
  const text = await ask.text({
    ...{ message: isRefusal ? 'What should change?' : 'Comment', lines: 'pasted' },
    placeholder: 'Press Enter to skip',
  });
  if (text === '') {
    const isSure = !isRefusal || (await ask.yesNo('Request changes without a comment?', false));
    return isSure ? { verdict } : judge(ask, files);
  }
  return { verdict, comments: [{ path: await pathFor(ask, files), text }] };
}

/** Asks which file a comment is about. */
async function pathFor(ask: AnswerPrompts, files: DiffFile[]): Promise<string> {
  const [first, ...others] = files.map(({ path }) => path);
  if (first === undefined || others.length === 0) return first ?? '';
  const choices = [first, ...others].map((path) => ({ value: path, label: path }));
  return ask.one('Which file?', choices);
}
