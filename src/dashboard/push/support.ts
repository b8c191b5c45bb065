/** Whether this browser can be notified by push, and if not, why. */
export type Support = 'insecure' | 'install' | 'unsupported' | 'blocked' | 'ready';

export function pushSupport(): Support {
  if (!window.isSecureContext) return 'insecure';
  const isSupported =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  // iOS gives them only to an app on the home screen.
  if (!isSupported) return isApplePhone() && !isInstalled() ? 'install' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'ready';
}

/** An iPad says that it is a Mac. */
const isApplePhone = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches;

const browsers = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const;

const systems = [
  ['iPhone', /iPhone|iPod/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['Linux', /Linux|X11/],
] as const;

/** The first name of its contact, such as `Chrome on Android`. */
export function deviceName(agent: string = navigator.userAgent): string {
  const named = (list: typeof browsers | typeof systems) =>
    list.find(([, pattern]) => pattern.test(agent))?.[0];
  const system = named(systems);
  return `${named(browsers) ?? 'Browser'}${system === undefined ? '' : ` on ${system}`}`;
}
