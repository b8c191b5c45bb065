// Runs before the first paint, so that the other colour scheme does not flash.
import { applyAppearance, readAppearance } from './look/appearance.ts';

applyAppearance(readAppearance());

// zod would test whether it may create functions: the page's policy forbids that, and reports the
// attempt. zod reads this setting when the first schema is made, wherever the bundler puts that.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
