/** A restored exchange equals the one that was written. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { clientOrderId } from '../../../core/domain/ids.ts'
import { microsFromMs } from '../../../core/domain/time.ts'
import {
  handClocks,
  header,
  type MemoryJournal,
  memoryJournal,
  openStored,
  startMs,
} from '../../../testing/stored-exchange.fixture.ts'
import { createExchange } from '../engine/create-exchange.ts'
import type { Command } from '../exchange.ts'
import { createMarket } from '../market/create-market.ts'
import { restoreExchange, DamagedJournal, type WrittenExchange } from './stored-exchange.ts'
import { firmLimit } from '../../../testing/order.fixture.ts'

const at = (second: number) => microsFromMs(startMs + second * 1_000)
const place = (id: number, side: 'buy' | 'sell', price: string): Command => ({
  kind: 'place',
  account: 'ann',
  text: `order ${id}`,
  order: {
    symbol: 'BTC-USD-PERPETUAL',
    ...firmLimit,
    side,
    recv_window: 100,
    quantity: dec('0.01'),
    price: dec(price),
    client_order_id: clientOrderId(`c${id}`),
  },
})
function trade(exchange: WrittenExchange, orders: number, from = 0): void {
  exchange.exchange.apply({ kind: 'open_account', account: 'ann' }, at(from))
  for (let n = 1; n <= orders; n += 1)
    exchange.exchange.apply(place(from + n, n % 2 === 0 ? 'buy' : 'sell', n % 3 === 0 ? '1' : '90000'), at(from + n))
}

describe('an exchange that is written on', () => {
  it('comes back as it was, ended at any moment, however often', () => {
    const part = fc.record({ orders: fc.integer({ min: 1, max: 4 }), isClosed: fc.boolean() })
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), parts => {
        const journal = memoryJournal()
        let before: string | undefined
        parts.forEach(({ orders, isClosed }, index) => {
          const exchange = openStored(journal, handClocks())
          if (before !== undefined) expect(exchange.exchange.digest()).toBe(before)
          trade(exchange, orders, index * 10)
          if (isClosed) exchange.close()
          before = exchange.exchange.digest()
        })
        expect(openStored(journal, handClocks()).exchange.digest()).toBe(before)
      }),
      { numRuns: 15 },
    )
  })

  it('takes a snapshot as it closes, so that nothing is done again, and none where nothing was written since', () => {
    const journal = memoryJournal()
    const first = openStored(journal)
    trade(first, 5)
    first.close()
    expect(journal.snapshots()).toBe(1)
    const second = openStored(journal)
    expect([second.replayed, second.exchange.digest()]).toEqual([0, first.exchange.digest()])
    second.close()
    expect(journal.snapshots()).toBe(1)
  })

  it('does again what came after the last snapshot, and only that', () => {
    const journal = memoryJournal()
    const first = openStored(journal)
    trade(first, 3)
    first.close()
    const second = openStored(journal)
    const written = journal.entries.length
    trade(second, 2, 10)
    expect(openStored(journal).replayed).toBe(journal.entries.length - written)
  })

  it('takes one while it runs once doing again would take half a second, and not at every pulse', () => {
    const journal = memoryJournal()
    const clocks = handClocks()
    const engine = slow(journal, clocks, 100)
    // With the opening of exchange and account: four commands of a tenth of a second.
    trade(engine, 2)
    engine.pulse()
    expect(journal.snapshots()).toBe(0)
    for (const id of [98, 99]) engine.exchange.apply(place(id, 'buy', '1'), at(20))
    engine.pulse()
    expect(journal.snapshots()).toBe(1)
    engine.pulse()
    engine.exchange.apply(place(100, 'buy', '1'), at(21))
    engine.pulse()
    expect(journal.snapshots()).toBe(1)
  })

  it('has clock and prices as they were set by hand', () => {
    const journal = memoryJournal()
    const first = openStored(journal)
    trade(first, 1)
    first.clock.advance(60_000)
    first.clock.freeze()
    const shift = first.market.shiftTo('BTC', dec('50000'), Math.floor(startMs / 1_000) + 100)
    if (shift !== undefined) first.market.shift(shift)
    first.saveControl()
    const second = openStored(journal)
    expect(second.clock.state()).toEqual(first.clock.state())
    expect(second.market.shifts()).toEqual(first.market.shifts())
    expect(second.market.shifts()).toHaveLength(1)
  })
})

function slow(journal: MemoryJournal, clocks: ReturnType<typeof handClocks>, ms: number): WrittenExchange {
  const steady = clocks.time.steadyMs
  let reads = 0
  // Read before and after each command; the second reading is later.
  const time = {
    ...clocks.time,
    steadyMs: () => {
      reads += 1
      if (reads % 2 === 0) clocks.spend(ms)
      return steady()
    },
  }
  return openStored(journal, { ...clocks, time })
}

describe('a journal', () => {
  const written = (): MemoryJournal => {
    const journal = memoryJournal()
    trade(openStored(journal), 3)
    return journal
  }
  const open = (journal: MemoryJournal, engine = header) =>
    restoreExchange(journal.read(), engine, { rfqTimeoutSeconds: 1_800 }, handClocks().time)

  it('that says another thing than this exchange comes to is damaged, and says in what', () => {
    const journal = written()
    const index = journal.entries.findLastIndex(entry => entry.outcome.includes('accepted'))
    const entry = journal.entries[index]
    if (entry === undefined) throw new Error('no order was accepted')
    journal.entries[index] = { ...entry, outcome: entry.outcome.replace('accepted', 'rejected') }
    expect(() => open(journal)).toThrow(DamagedJournal)
    expect(() => open(journal)).toThrow(/is not what this exchange comes to/)
  })

  it('of another market is not brought back as if it were of this one', () => {
    expect(() => open(written(), { ...header, seed: 'another', instruments: 40 })).toThrow(DamagedJournal)
  })

  it('that cannot be read is damaged, whatever went wrong', () => {
    const journal = written()
    const [first] = journal.entries
    if (first === undefined) throw new Error('nothing was written')
    journal.entries[0] = { ...first, what: '{' }
    expect(() => open(journal)).toThrow(/cannot be brought back from it/)
  })

  it('that there is not is a new exchange', () => {
    const back = restoreExchange(undefined, header, { rfqTimeoutSeconds: 1_800 }, handClocks().time)
    const { seed, market: mode, instruments, frozenAtMs } = header
    const market = createMarket({ seed, mode, instruments, frozenAtMs })
    expect(back.exchange.digest()).toBe(
      createExchange({ market, rfqTimeoutSeconds: 1_800, rules: header.rules }).digest(),
    )
    expect([back.replayed, [...back.archive.all()]]).toEqual([0, []])
  })
})
