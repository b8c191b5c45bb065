/**
 * Connects sockets, each to one channel; resolves to a function that counts the events received so
 * far.
 */
export async function follow(
  url: string,
  apiKey: string,
  count: number,
  channelOf: (n: number) => string,
): Promise<() => number> {
  let received = 0;
  const open = (n: number) =>
    new Promise<void>((resolve) => {
      const socket = new WebSocket(
        `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
      );
      socket.onmessage = ({ data }) => {
        if (data.startsWith('42')) received++;
        else if (data.startsWith('43')) resolve();
        else if (data.startsWith('40')) socket.send(`420["subscribe:channel","${channelOf(n)}"]`);
        else if (data.startsWith('0')) socket.send(`40${JSON.stringify({ apiKey })}`);
        else if (data === '2') socket.send('3');
      };
    });
  for (let n = 0; n < count; n++) await open(n);
  return () => received;
}
