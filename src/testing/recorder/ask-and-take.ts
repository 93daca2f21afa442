/** An RFQ on two near-the-money options, polled while quoted, and the order that takes it. */
import { compareIds } from '../../core/domain/ids.ts'
import type { TimeLapse } from './time-lapse.ts'

interface Asked {
  readonly id: number
  readonly side: 'buy' | 'sell'
  readonly isSpread: boolean
  readonly leastMs: number
}

export async function askAndTake(
  lapse: TimeLapse,
  follower: { poll(): Promise<unknown> },
  { id, side, isSpread, leastMs }: Asked,
) {
  const symbols = [lapse.nearOption('call', leastMs), lapse.nearOption('put', leastMs)].sort((a, b) =>
    compareIds(lapse.idOf(a), lapse.idOf(b)),
  )
  const legs = symbols.map((sym, leg) => ({ sym, ratio: leg === 1 && isSpread ? -1 : 1 }))
  const order = { legs, side, quantity: '0.5', type: 'MARKET', time_in_force: 'IOC' }
  await lapse.send({ ...order, market_id: 'none', client_order_id: `rfq-${id}` })
  for (let poll = 0; poll < 3; poll += 1) {
    await lapse.pass(2_000)
    await follower.poll()
  }
  await lapse.send({ ...order, market_id: '0', client_order_id: `take-${id}` })
  await follower.poll()
}
