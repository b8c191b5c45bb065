import { notifications } from '@mantine/notifications';

/** Says that something is done: in a corner for a while, and to a screen reader. */
export const tell = (message: string): void =>
  void notifications.show({
    message,
    withBorder: true,
  });
