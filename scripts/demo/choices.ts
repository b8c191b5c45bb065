/** Questions with choices. */
import type { Sent } from './writing.ts';

export const regions: Sent = {
  text: 'Which regions should get the canary first?',
  review: {
    type: 'selection',
    payload: {
      mode: 'multi',
      items: ['eu-central', 'eu-west', 'us-east', 'us-west', 'ap-south', 'ap-northeast'].map(
        (id) => ({
          id,
          label: id,
        }),
      ),
    },
    expiresInSeconds: 23 * 3600,
  },
};

export const papers: Sent = {
  text: 'Which papers shall I read next?',
  review: {
    type: 'selection',
    payload: {
      mode: 'multi',
      submitLabel: 'Read these',
      dismissLabel: 'None of them',
      items: [
        ['WiscKey', 'Keys and values apart'],
        ['The Bw-tree', 'A tree without latches'],
        ['SILK', 'Compaction that does not get in the way'],
        ['PebblesDB', 'Fragmented logs'],
        ['LeanStore', 'Beyond main memory'],
        ['Umbra', 'As fast as memory, as large as disk'],
        ['FASTER', 'A log of hashes'],
        ['TimeTravelDB', 'Every version at hand'],
        ['SplinterDB', 'For very fast disks'],
        ['Hekaton', 'Lock-free in the engine'],
      ].map(([label, description]) => ({ id: label, label, description })),
    },
    expiresInSeconds: 60 * 3600,
  },
};

export const rating: Sent = {
  text: 'The summary of yesterday, in the new tone:\n\n> Three of five papers can be trusted.',
  review: {
    type: 'rating',
    payload: { prompt: 'How does it read?', minLabel: 'Stiff', maxLabel: 'A pleasure' },
    expiresInSeconds: 5 * 3600,
  },
};
