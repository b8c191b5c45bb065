import { plainLimits } from '../../../core/messages/markdown.ts';
import { filesIn } from '../../../core/reviews/kinds/diff-review/files.ts';
import { cutRows } from '../../layout/plain.ts';
import { printable } from '../../output.ts';
import type { KindView } from '../kind-view.ts';
import { plugin } from '../plugin/view.ts';
import { diffRows } from './diff-rows.ts';

export const diffReview: KindView = {
  ...plugin,
  subject(payload, page) {
    const files = filesIn(payload) ?? [];
    if (files.length === 0) return plugin.subject?.(payload, page) ?? [];
    return cutRows(diffRows(files, { ...page, most: plainLimits.lines }), page);
  },
  wholeSubject(payload) {
    const files = filesIn(payload) ?? [];
    if (files.length === 0) return plugin.wholeSubject?.(payload) ?? '';
    return printable(files.map(({ path, diff }) => `${path}\n${diff.trimEnd()}`).join('\n\n'));
  },
  written: () => [],
};
