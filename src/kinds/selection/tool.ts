import { labelIn } from '../../core/reviews/kinds/labels.ts';
import type { KindTool } from '../../mcp/kind.ts';

export const selection: KindTool = {
  type: 'selection',
  isMeant: ({ multiple }) => multiple,
  payload: ({ options = [], multiple }) => ({
    items: options,
    mode: multiple ? 'multi' : 'single',
  }),
  isDecision: false,
  answer({ selectedIds }, { items, mode }) {
    const ids = Array.isArray(selectedIds) ? selectedIds.map(String) : [];
    const labels = ids.map((id) => labelIn(items, 'id', id));
    if (mode === 'multi') return { choice: labels, choice_id: ids };
    const [id = '', label = ''] = [ids[0], labels[0]];
    return { choice: label, choice_id: id };
  },
};
