/**
 * Runs in a page before everything else: each of its requests starts up to `ms` later and is
 * answered up to `ms` later still, and its websocket's messages arrive `ms` later, in order.
 */
export function beLate(ms: number): void {
  const pause = () => new Promise((done) => setTimeout(done, Math.random() * ms));
  const request = window.fetch.bind(window);
  const late = async (...[input, init]: Parameters<typeof fetch>): Promise<Response> => {
    // A request that is to outlive its page starts immediately: it would be lost with the page.
    if (!init?.keepalive) await pause();
    init?.signal?.throwIfAborted();
    const answer = await request(input, init);
    await pause();
    return answer;
  };
  window.fetch = late as typeof fetch;
  window.WebSocket = class extends WebSocket {
    override set onmessage(receive: (this: WebSocket, event: MessageEvent) => unknown) {
      this.addEventListener('message', (event) => setTimeout(() => receive.call(this, event), ms));
    }
  };
}
