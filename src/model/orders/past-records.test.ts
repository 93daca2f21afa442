import { expect, it } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { clientOrderId } from '../../domain/ids.ts'
import type { OrderRecord } from '../../domain/order.ts'
import { PastRecords } from './past-records.ts'

const record = (id: string, cancel_state: string): OrderRecord => ({
  market_id: '0',
  symbol: 'BTC-USD',
  side: 'buy',
  type: 'LIMIT',
  quantity: dec('1'),
  client_order_id: clientOrderId(id),
  order_state: 'accepted',
  cancel_state,
  executions: [],
})
type Ask = NonNullable<ConstructorParameters<typeof PastRecords>[0]>
const asks =
  (asked: string[], answer: (id: string) => unknown): Ask =>
  id => {
    asked.push(id)
    return Promise.resolve({ ok: true, answer: { query_order_response: answer(id) } } as Awaited<ReturnType<Ask>>)
  }
const [one, two] = [clientOrderId('one'), clientOrderId('two')]
const rest = () => new Promise(resolve => setTimeout(resolve, 0))

it('an order that is over is looked up once', async () => {
  const asked: string[] = []
  const past = new PastRecords(asks(asked, id => record(id, 'user_cancelled')))
  for (let time = 0; time < 3; time += 1) {
    past.want([one, two])
    await rest()
  }
  expect(asked).toEqual(['one', 'two'])
  expect([...past.records().keys()]).toEqual(['one', 'two'])
})

it('one that the venue goes on calling open, or has forgotten, is looked up five times and then left', async () => {
  const asked: string[] = []
  const past = new PastRecords(asks(asked, id => (id === 'one' ? record(id, 'none') : { reason: 'not_found' })))
  for (let time = 0; time < 9; time += 1) {
    past.want([one, two])
    await rest()
  }
  expect([asked.filter(id => id === 'one').length, asked.filter(id => id === 'two').length]).toEqual([5, 5])
  expect([...past.records().keys()]).toEqual(['one'])
})

it('a look-up that failed counts for nothing, and another session starts with nothing', async () => {
  const asked: string[] = []
  let fails = true
  const answer = asks(asked, id => record(id, 'timeout'))
  const past = new PastRecords(id =>
    fails ? Promise.resolve({ ok: false, fault: { kind: 'aborted', message: '' } } as unknown as Awaited<ReturnType<Ask>>) : answer(id),
  )
  for (let time = 0; time < 7; time += 1) {
    past.want([one])
    await rest()
  }
  expect(past.records().size).toBe(0)
  fails = false
  past.want([one])
  await rest()
  expect(past.records().size).toBe(1)
  expect(new PastRecords(answer).records().size).toBe(0)
})
