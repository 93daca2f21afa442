import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec } from './decimal.ts'
import {
  type DisarmReason,
  newWatch,
  type PriceWatch,
  reaches,
  type RfqSight,
  stepWatch,
  type WatchEffect,
  type WatchEvent,
} from './price-watch.ts'

const price = dec('120')
const sight = (change: Partial<RfqSight> = {}): WatchEvent => ({
  kind: 'seen',
  sight: { isAlive: true, isReached: true, areQuotesOld: false, tries: 0, isBusy: false, ...change },
})
const arm: WatchEvent = { kind: 'arm', tries: 0 }
const disarm = (why: DisarmReason): WatchEvent => ({ kind: 'disarm', disarmed: { why } })

/** All actions in order, and the final state. */
function run(events: readonly WatchEvent[]): {
  readonly watch: PriceWatch | undefined
  readonly effects: readonly WatchEffect['kind'][]
} {
  let watch: PriceWatch | undefined = newWatch('rfq', price)
  const effects: WatchEffect['kind'][] = []
  for (const event of events) {
    if (watch === undefined) break
    const step = stepWatch(watch, event)
    effects.push(...step.effects.map(each => each.kind))
    watch = step.watch
  }
  return { watch, effects }
}

const sights = fc
  .record({
    isAlive: fc.boolean(),
    isReached: fc.constantFrom(true, true, false, undefined),
    areQuotesOld: fc.boolean(),
    tries: fc.nat({ max: 1 }),
    isBusy: fc.boolean(),
  })
  .map(sight)
const events: fc.Arbitrary<readonly WatchEvent[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: sights },
    { weight: 3, arbitrary: fc.constant(sight()) },
    { weight: 2, arbitrary: fc.constant(arm) },
    { weight: 1, arbitrary: fc.constant<WatchEvent>({ kind: 'set', price }) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom<DisarmReason>('by_hand', 'price_edited', 'armed_elsewhere', 'signed_out', 'reloaded', 'refused')
        .map(disarm),
    },
  ),
  { maxLength: 30 },
)

describe('a price on a live RFQ', () => {
  it('is reached by a quote at it or better: lower for who buys, higher for who sells, signed as bought', () => {
    expect(reaches('buy', dec('120'), price)).toBe(true)
    expect(reaches('buy', dec('121'), price)).toBe(false)
    expect(reaches('buy', dec('-60'), dec('-55'))).toBe(true)
    expect(reaches('sell', dec('-60'), dec('-55'))).toBe(false)
    expect(reaches('sell', dec('121'), price)).toBe(true)
  })

  it('alerts once each time that it is reached, and takes nothing unarmed', () => {
    expect(run([sight(), sight(), sight({ isReached: false }), sight()]).effects).toEqual(['alert', 'alert'])
  })

  it('armed, takes once and no more', () => {
    expect(run([arm, sight({ isReached: false }), sight(), sight(), sight({ tries: 1 })])).toMatchObject({
      watch: { mode: 'taken' },
      effects: ['take'],
    })
  })

  it('takes only by a sight of a live RFQ, at quotes of now that reach it, with nothing else under review, armed since', () => {
    fc.assert(
      fc.property(events, all => {
        let watch: PriceWatch | undefined = newWatch('rfq', price)
        for (const event of all) {
          if (watch === undefined) return
          const before: PriceWatch = watch
          const { watch: next, effects } = stepWatch(before, event)
          if (effects.some(each => each.kind === 'take')) {
            expect(before.mode).toBe('armed')
            expect(event).toMatchObject({
              sight: { isAlive: true, isReached: true, areQuotesOld: false, isBusy: false, tries: before.tries },
            })
            expect(next?.mode).toBe('taken')
          }
          if (next?.mode === 'armed') expect(before.mode === 'armed' || event.kind === 'arm').toBe(true)
          watch = next
        }
      }),
    )
  })

  it('never takes more often than it was armed', () => {
    fc.assert(
      fc.property(events, all => {
        const takes = run(all).effects.filter(each => each === 'take').length
        expect(takes).toBeLessThanOrEqual(all.filter(each => each.kind === 'arm').length)
      }),
    )
  })

  it.each<[string, WatchEvent, DisarmReason]>([
    ['quotes that are old', sight({ areQuotesOld: true }), 'quotes_old'],
    ['another order for the RFQ', sight({ tries: 1, isReached: false }), 'other_order'],
    ['another tab', disarm('armed_elsewhere'), 'armed_elsewhere'],
    ['signing out', disarm('signed_out'), 'signed_out'],
    ['an edit of the price', disarm('price_edited'), 'price_edited'],
    ['another price', { kind: 'set', price: dec('125') }, 'price_edited'],
    ['the trader', disarm('by_hand'), 'by_hand'],
  ])('is disarmed by %s, says so, and takes nothing after', (_, event, why) => {
    const { watch, effects } = run([arm, event, sight(), sight()])
    expect(effects).not.toContain('take')
    expect(watch).toMatchObject({ mode: 'alert', disarmed: { why } })
    expect(effects.includes('disarmed')).toBe(why !== 'price_edited' && why !== 'by_hand')
  })

  it('ends with the RFQ, and says so only where it was armed', () => {
    expect(run([arm, sight({ isAlive: false })])).toEqual({ watch: undefined, effects: ['ended'] })
    expect(run([sight({ isAlive: false })])).toEqual({ watch: undefined, effects: [] })
  })

  it('waits while another order is under review, and takes once that is gone', () => {
    expect(run([arm, sight({ isBusy: true })])).toMatchObject({ watch: { mode: 'armed' }, effects: [] })
    expect(run([arm, sight({ isBusy: true }), sight()]).effects).toEqual(['take'])
  })

  it('says what refused its take, and takes nothing after', () => {
    const refused: WatchEvent = { kind: 'disarm', disarmed: { why: 'refused', words: 'trading is locked.' } }
    const { watch, effects } = run([arm, sight(), refused, sight()])
    expect(effects).toEqual(['take', 'disarmed'])
    expect(watch).toMatchObject({ mode: 'alert', disarmed: { why: 'refused', words: 'trading is locked.' } })
  })
})
