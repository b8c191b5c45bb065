import { useCalls } from './use-calls.ts';

/** Calls the person while the page is shown. */
export default function Desktop() {
  useCalls();
  return null;
}
