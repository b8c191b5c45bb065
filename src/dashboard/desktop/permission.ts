/** Whether this browser lets the page show notifications. */
import { useEffect } from 'react';
import { createStore, useStore } from '../live/store.ts';

export type Permission = NotificationPermission | 'insecure' | 'unsupported';

/** Phones take notifications from a service worker alone. */
const isPhone = /Android|iPhone|iPad/.test(navigator.userAgent);

let status: PermissionStatus | null = null;
const store = createStore<Permission>(permission());

export function permission(): Permission {
  if (isPhone || !('Notification' in window)) return 'unsupported';
  if (!window.isSecureContext) return 'insecure';
  return status?.state === 'granted' ? 'granted' : Notification.permission;
}

const look = () => store.set(permission());

/** Resolves with what the person tells their browser, which asks only once. */
export async function askPermission(): Promise<Permission> {
  if (permission() === 'default') await Notification.requestPermission();
  look();
  return permission();
}

/** The permission as it is: a person can change it in the browser's settings. */
export function usePermission(): Permission {
  useEffect(() => void follow(), []);
  return useStore(store);
}

async function follow(): Promise<void> {
  look();
  if (status) return;
  try {
    status = await navigator.permissions.query({ name: 'notifications' });
    status.addEventListener('change', look);
    look();
  } catch {
    // A browser that only says it when asked.
  }
}
