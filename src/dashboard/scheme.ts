// Runs before the first paint, so that nobody sees the other scheme flash by.
import { applyAppearance, readAppearance } from './look/appearance.ts';

applyAppearance(readAppearance());
