import { describe, expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { microsFromMs } from '../../../../core/domain/time.ts'
import { dayEvents } from './day-events.ts'
import { testExecution } from '../../../../testing/execution.fixture.ts'

const start = Date.UTC(2026, 10, 22, 8)
const execution = (atMs: number, quantity: string) => testExecution(quantity, '100', String(atMs), microsFromMs(atMs))
const order = (over: object) => ({
  client_order_id: 'lw-1',
  title: '',
  symbol: 'BTC-USD-PERPETUAL',
  side: 'buy',
  executions: [],
  ...over,
})

describe('what happened in a day', () => {
  it('is one mark an order and minute, of what was filled then, since the day began', () => {
    const executions = [
      execution(start - 1, '5'),
      execution(start + 1_000, '1'),
      execution(start + 2_000, '2'),
      execution(start + 120_000, '3'),
    ]
    expect(
      dayEvents([order({ executions })], [], start).map(({ atMs, label, tone }) => [atMs - start, label, tone]),
    ).toEqual([
      [1_000, 'Bought 3 · BTC PERP at 100', 'accent'],
      [120_000, 'Bought 3 · BTC PERP at 100', 'accent'],
    ])
  })

  it('shows a forced closing as a liquidation, in red', () => {
    const forced = order({ client_order_id: 'liquidation-7', side: 'sell', executions: [execution(start + 1, '2')] })
    expect(dayEvents([forced], [], start)[0]).toMatchObject({
      label: 'Liquidation: Sold 2 · BTC PERP at 100',
      tone: 'danger',
    })
  })

  it('a package is called by what was executed, whichever side was sent', () => {
    const straddle = order({
      title: 'Short straddle',
      symbol: 'BTC-20261225-100000C@-1/BTC-20261225-100000P@-1',
      executions: [{ ...execution(start + 1, '2'), executed_price: dec('-4000') }],
    })
    expect(dayEvents([straddle], [], start)[0]).toMatchObject({
      label: 'Sold 2 · Straddle 100 · 25DEC26 BTC, received 8,000 (4,000 each)',
    })
  })
  it('has the alerts that went off since, in their order of time', () => {
    const alerts = [
      { alert: { id: 'a', reportedMs: start + 5 }, text: 'BTC above 100,000' },
      { alert: { id: 'b', reportedMs: start - 5 }, text: 'before' },
      { alert: { id: 'c' }, text: 'never' },
    ]
    const events = dayEvents([order({ executions: [execution(start + 9, '1')] })], alerts, start)
    expect(events.map(event => event.label)).toEqual(['Alert: BTC above 100,000', 'Bought 1 · BTC PERP at 100'])
  })

  it('marks what settled and was funded, once a moment and kind, with what it came to', () => {
    const cash = (what: string, symbol: string, amount: string) => ({
      what,
      symbol,
      amount: dec(amount),
      asset: 'USD',
      atMs: start + 1,
    })
    const marks = dayEvents([], [], start, [
      cash('settlement', 'BTC-20261225-100000C', '400'),
      cash('settlement', 'BTC-20261225-90000P', '-12.5'),
      cash('funding', 'BTC-USD-PERPETUAL', '-13.54'),
      { ...cash('funding', 'BTC-USD-PERPETUAL', '-1'), atMs: start - 1 },
    ])
    expect(marks.map(mark => mark.label)).toEqual([
      'Settled BTC 25DEC26 100000 C, BTC 25DEC26 90000 P: +387.50 USD',
      'Funding BTC PERP: −13.54 USD',
    ])
  })
})
