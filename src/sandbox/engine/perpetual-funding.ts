/**
 * Funding of perpetuals: at 00:00, 08:00 and 16:00 UTC, at the rate the market summary shows for that moment, longs pay shorts (the other
 * way round where it is negative) for each unit its mark × the rate, rounded once to eight decimals. All pay and are paid through
 * clearing by the same figure, and long and short are equally many, so over all accounts a funding adds up to zero.
 */
import { mul, neg, roundTo } from '../../domain/decimal.ts'
import type { Listed } from '../market/market.ts'
import { nextFunding } from './funding-times.ts'
import { transfer, usd } from './ledger.ts'
import type { State } from './model.ts'
import { accountOf, house, nowMsOf } from './state.ts'
import { scheduleInstrument } from './timers.ts'

/** Decimals of what one unit pays. */
const paidPlaces = 8

/** Pays funding on a perpetual now, and sees to the next as long as anybody holds it. */
export function fund(state: State, listed: Listed): void {
  const { tradeable_entity_id, symbol } = listed.instrument
  const rate = state.market.fundingRate(listed.base, nowMsOf(state))
  const mark = state.market.markPrice(listed, nowMsOf(state))
  const each = roundTo(mul(mark, rate), paidPlaces)
  const clearing = accountOf(state, house.clearing)
  let isHeld = false
  for (const account of state.accounts.values()) {
    const held = account.positions.get(tradeable_entity_id)
    if (held === undefined) continue
    isHeld = true
    const cash = neg(mul(held.size, each))
    transfer(state, clearing, account, usd, cash)
    if (account.isHouse) continue
    state.events.push({
      kind: 'funded',
      account: account.name,
      tradeable_entity_id,
      symbol,
      size: held.size,
      mark,
      rate,
      cash,
      at: state.now,
    })
  }
  if (isHeld) scheduleInstrument(state.timers, nextFunding(state.now), listed)
}
