/** A socket to a venue from this process, as a recorder listens to it. */
import { type RawData, WebSocket } from 'ws'
import type { RecorderParts } from '../../recorder/create-recorder.ts'
import { guarded } from '../guarded.ts'
import { textOf } from '../feed-socket.ts'

const messageBytes = 67_108_864
const openingMs = 10_000

export const openVenueSocket: RecorderParts['openSocket'] = (url, events) => {
  const socket = new WebSocket(url, {
    followRedirects: false,
    handshakeTimeout: openingMs,
    maxPayload: messageBytes,
    perMessageDeflate: false,
  })
  const cut = (): void => socket.terminate()
  // That it ended is told by `close`, which always comes after.
  socket.on('error', () => socket.terminate())
  socket.on(
    'open',
    guarded('An opened socket of the venue', () => events.opened(), cut),
  )
  socket.on(
    'message',
    guarded('A message of the venue', (data: RawData) => events.message(textOf(data)), cut),
  )
  socket.on(
    'close',
    guarded('An ended socket of the venue', () => events.closed()),
  )
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close: () => socket.terminate(),
  }
}
