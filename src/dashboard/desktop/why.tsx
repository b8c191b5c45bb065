import type { Permission } from './permission.ts';

/** Explains why this browser shows no notifications, and what to do. */
export function Why({ permission }: { permission: Permission }) {
  const words = wordsOf(permission);
  return words && <p>{words}</p>;
}

function wordsOf(permission: Permission): string | null {
  const { hostname } = window.location;
  switch (permission) {
    case 'denied':
      return `This browser blocks notifications from ${hostname}. To allow them, open the site settings next to the address, set Notifications to Allow, and reload this page.`;
    case 'insecure':
      return 'Notifications require https. Open the inbox at an https address.';
    case 'unsupported':
      return "This browser can't show notifications. Use a desktop browser.";
    default:
      return null;
  }
}
