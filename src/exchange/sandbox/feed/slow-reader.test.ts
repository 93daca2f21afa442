import { describe, expect, it } from 'vitest'
import { microsFromMs } from '../../../core/domain/time.ts'
import { createExchange } from '../engine/create-exchange.ts'
import { createMarket } from '../market/create-market.ts'
import { createFeedHub } from './hub.ts'

const startMs = Date.UTC(2026, 10, 21, 12)
const market = createMarket({ seed: 'slow', mode: 'frozen', frozenAtMs: startMs, instruments: 100 })

function reader() {
  const hub = createFeedHub({
    exchange: createExchange({ market }),
    market,
    clock: () => microsFromMs(startMs),
    judge: () => Promise.resolve({ kind: 'refused', code: '14', text: 'no' }),
    limits: { bufferBytes: 1_000 },
  })
  const state = { buffered: 0, longest: 0, closed: undefined as number | undefined }
  const connection = hub.open({
    send(text) {
      state.buffered += text.length
      state.longest = Math.max(state.longest, text.length)
    },
    close: code => {
      state.closed = code
    },
    reset: () => undefined,
    bufferedBytes: () => state.buffered,
  })
  return { hub, connection, state }
}
const listing = JSON.stringify({ entities_and_rules_request: { user_tag: 'e' } })

describe('a reader that takes its time', () => {
  it('may still be taking the long answer it asked for while other news comes', async () => {
    const { hub, connection, state } = reader()
    await connection.receive(listing)
    expect(state.longest).toBeGreaterThan(10_000)
    for (let beat = 0; beat < 5; beat += 1) hub.heartbeat()
    expect(state.closed).toBeUndefined()
  })

  it('is cut off once more than the bound waits on top of that answer', async () => {
    const { hub, connection, state } = reader()
    await connection.receive(listing)
    for (let beat = 0; beat < 100; beat += 1) hub.heartbeat()
    expect(state.closed).toBe(1013)
    expect(state.buffered).toBeLessThan(state.longest + 1_200)
  })

  it('has no more room than others once that answer was taken', async () => {
    const { hub, connection, state } = reader()
    await connection.receive(listing)
    state.buffered = 0
    for (let beat = 0; beat < 100; beat += 1) hub.heartbeat()
    expect(state.closed).toBe(1013)
    expect(state.buffered).toBeLessThan(1_200)
  })

  it('cannot have answer upon answer wait', async () => {
    const { connection, state } = reader()
    for (let time = 0; time < 5; time += 1) await connection.receive(listing)
    expect(state.closed).toBe(1013)
    expect(state.buffered).toBeLessThan(2 * state.longest + 1_200)
  })
})
