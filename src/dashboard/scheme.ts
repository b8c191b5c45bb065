// Runs before the first paint, so that nobody sees the other scheme flash by.
import { applyAppearance, readAppearance } from './look/appearance.ts';

applyAppearance(readAppearance());

// zod would try whether it may write functions: the page's policy forbids that, and reports the try.
// It reads this as its first schema is made, wherever the bundler puts that.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
