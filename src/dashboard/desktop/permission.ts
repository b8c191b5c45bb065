/** Whether this browser allows notifications. */
import { useEffect } from 'react';
import { createStore, useStore } from '../live/store.ts';

export type Permission = NotificationPermission | 'insecure' | 'unsupported';

/** Phones accept notifications only from a service worker. */
const isPhone = /Android|iPhone|iPad/.test(navigator.userAgent);

let status: PermissionStatus | null = null;
const store = createStore<Permission>(permission());

export function permission(): Permission {
  if (isPhone || !('Notification' in window)) return 'unsupported';
  if (!window.isSecureContext) return 'insecure';
  return status?.state === 'granted' ? 'granted' : Notification.permission;
}

const look = () => store.set(permission());

/** Resolves with the person's choice, which the browser requests only once. */
export async function askPermission(): Promise<Permission> {
  if (permission() === 'default') await Notification.requestPermission();
  look();
  return permission();
}

/** The current permission: a person can change it in the browser's settings. */
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
    // The browser reports no changes.
  }
}
