import { notifications } from '@mantine/notifications';

/** Shows a confirmation in a corner for a while, and announces it to screen readers. */
export const confirmDone = (message: string): void =>
  void notifications.show({
    message,
    withBorder: true,
  });
