import { abs, sign } from '../../core/domain/decimal.ts'
import { minuteMs } from '../../core/domain/time.ts'
import type { TimeLapse } from './time-lapse.ts'

export async function tradeNext(lapse: TimeLapse, count: number): Promise<void> {
  const kinds = [
    () => lapse.trade(lapse.perpetual, 'buy', '0.3'),
    () => lapse.trade(lapse.nearOption('call'), 'sell', '0.5'),
    () => lapse.trade(lapse.nearOption('put'), 'buy', '0.5'),
    () => lapse.trade(lapse.perpetual, 'sell', '0.4'),
  ]
  await kinds[count % kinds.length]?.()
}

export async function flatten(lapse: TimeLapse): Promise<void> {
  for (const { symbol, size } of lapse.positions()) {
    await lapse.trade(symbol, sign(size) > 0 ? 'sell' : 'buy', abs(size))
    await lapse.pass(minuteMs)
  }
}
