/** The browser's own socket. */
import type { OpenSocket } from '../../client/feed-connection.ts'

/** Longest message that is looked at, in characters. */
const longestMessage = 1_048_576

export const openBrowserSocket: OpenSocket = (url, events) => {
  const socket = new WebSocket(url)
  socket.onopen = () => events.opened()
  socket.onmessage = (event: MessageEvent<unknown>) => {
    if (typeof event.data === 'string' && event.data.length <= longestMessage) events.message(event.data)
  }
  socket.onclose = () => events.closed()
  return {
    send: text => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close: () => socket.close(1_000),
  }
}
