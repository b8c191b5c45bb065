/** Shows the number of pending questions on the icon of the installed app; some browsers have none. */
export async function showBadge(count: number): Promise<void> {
  const { setAppBadge, clearAppBadge } = navigator as Partial<Navigator>;
  const done = count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator);
  await done?.catch(() => {});
}
