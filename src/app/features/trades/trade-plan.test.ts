import { describe, expect, it } from 'vitest'
import type { Alert } from '../../../core/domain/alert.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { tradeBook } from '../../../core/domain/trades/trade-book.ts'
import { type ExecutedLegs, executedPackage } from '../../../testing/executed-package.ts'
import { planOf } from './trade-plan.ts'

const [low, high] = ['BTC-20261225-100000C', 'BTC-20261225-110000C'] as const
const tradesOf = (...executions: readonly (readonly [string, number, string, ExecutedLegs])[]) => {
  const book = tradeBook({ executions: executions.map(each => executedPackage(...each)), held: undefined, nowMs: 100 })
  return [...book.open, ...book.closed]
}
const alert = (kind: Alert['kind'], level: string, subject = `${high}@1/${low}@-1`): Alert => ({
  id: `${kind} ${level}`,
  kind,
  subject,
  direction: 'above',
  level: dec(level),
})
const shown = (levels: ReturnType<typeof planOf>) => levels.map(({ kind, pnl }) => [kind, pnl])
const bearSpread = { [low]: [-1, '6000'], [high]: [1, '2000'] } as const

describe('the plan of a trade', () => {
  it('is the most it can make, and the alerts on its legs in whatever order: a part of the most, a loss of the credit, a net mid', () => {
    const [trade] = tradesOf(['in', 1, '2', bearSpread])
    const alerts = [
      alert('most', '50'),
      alert('loss', '1.5'),
      alert('net', '-1000', `${low}@-1/${high}@1`),
      alert('most', '60', low),
      alert('left', '3'),
    ]
    expect(shown(planOf(trade!, alerts))).toEqual([
      ['most', '8000'],
      ['target', '4000'],
      ['stop', '-12000'],
      ['net', '6000'],
    ])
  })

  it('stands on top of what parts of it have realised', () => {
    const [trade] = tradesOf(['in', 1, '2', bearSpread], ['part', 2, '1', { [low]: [1, '5000'], [high]: [-1, '1500'] }])
    expect(trade?.realised).toBe('500')
    expect(shown(planOf(trade!, [alert('most', '50')]))).toEqual([
      ['most', '4500'],
      ['target', '2500'],
    ])
  })

  it('of a closed trade is that of its opening; of one that was rolled or whose profit has no bound there is none', () => {
    const [closed] = tradesOf(['in', 1, '1', bearSpread], ['out', 2, '1', { [low]: [1, '5000'], [high]: [-1, '1500'] }])
    expect(shown(planOf(closed!, []))).toEqual([['most', '4000']])
    const [call] = tradesOf(['in', 1, '1', { [low]: [1, '6000'] }])
    expect(planOf(call!, [alert('most', '50', low)])).toEqual([])
  })
})
