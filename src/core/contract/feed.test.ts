import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dec } from '../domain/decimal.ts'
import { clientOrderId, orderId, tradeId } from '../domain/ids.ts'
import { markName } from '../domain/safe-text.ts'
import { micros } from '../domain/time.ts'
import { readFeedMessage, readFeedRequest, writeFeedMessage, writeFeedRequest } from './feed.ts'

const text = fc.string({ minLength: 1, maxLength: 30, unit: 'binary' }).map(markName)

describe('messages of the socket', () => {
  test('a request reads back as it was written, its tag with it', () => {
    fc.assert(
      fc.property(text, text, (id, tag) => {
        const written = writeFeedRequest('cancel_order', {
          client_order_id: clientOrderId(id),
          order_id: undefined,
          user_tag: tag,
        })
        const read = readFeedRequest(written)
        expect(read).toMatchObject({
          ok: true,
          message: { name: 'cancel_order', body: { client_order_id: id, user_tag: tag } },
        })
      }),
    )
  })
  test('an execution reads back: prices with a decimal, its time in ns', () => {
    const written = writeFeedMessage('execution', {
      server_utc_timestamp: micros(1_700_000_000_000_000),
      utc_timestamp: micros(1_700_000_000_000_001),
      symbol: 'BTC-USD',
      trade_id: tradeId('1'),
      order_id: orderId(2),
      client_order_id: clientOrderId('c'),
      executed_price: dec('10'),
      executed_quantity: dec('0.05'),
      liquidity_flag: 'taken',
      price: undefined,
      side: 'buy',
      order_state: 'filled',
    })
    expect(written).toContain('"executed_price":"10.0"')
    expect(written).toContain('"utc_timestamp":"1700000000000001000"')
    const read = readFeedMessage(written)
    expect(read).toMatchObject({
      ok: true,
      message: { name: 'execution', body: { utc_timestamp: 1_700_000_000_000_001, executed_price: '10.0' } },
    })
  })
  test.each([
    ['{', 'not_json'],
    ['[]', 'not_a_message'],
    ['{}', 'not_a_message'],
    ['{"heartbeat":{},"balances":{}}', 'not_a_message'],
    ['{"__proto__":{}}', 'unknown_name'],
    ['{"toString":{}}', 'unknown_name'],
    ['{"command_response":{}}', 'bad_fields'],
  ])('%s is told as %s', (message, reason) => expect(readFeedMessage(message)).toMatchObject({ ok: false, reason }))
})
