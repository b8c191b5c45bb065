export { titleOf } from '../../core/reviews/kinds/title.ts';
