import { expect, test } from 'vitest'
import { rfqCard } from '../../../testing/rfq-card.fixture.ts'
import { testIntent } from '../../../testing/journal.fixture.ts'
import { call, lookup } from '../../../testing/universe.fixture.ts'
import { goneText } from '../../ui/order/resend-or-dismiss.tsx'
import { repeatActions } from './board/card-actions.ts'

const suspended = {
  bySymbol: (symbol: string) => {
    const found = lookup.bySymbol(symbol)
    return found === undefined ? undefined : { ...found, status: 'suspended' }
  },
}
const unseen = (symbol: string) => {
  const intent = testIntent('a', { kind: 'unseen', looks: 6 }, [])
  return { ...intent, order: { ...intent.order, symbol } }
}

test.each([
  ['trades', call(100), lookup, undefined],
  ['has expired', call(100, '20261120'), lookup, 'A leg has expired'],
  ['is suspended', call(100), suspended, 'BTC 25DEC26 100000 C is suspended'],
] as const)(
  'what %s is resent, asked for again or turned round only if all of its legs trade',
  (_, symbol, listing, why) => {
    const legs = [{ symbol, ratio: 1 }]
    const actions = repeatActions(rfqCard({ legs, symbol, state: 'ended' }), unseen(symbol), listing)
    expect(actions.map(({ id, disabled }) => [id, disabled])).toEqual([
      ['again', why !== undefined],
      ['mirror', why !== undefined],
    ])
    if (why !== undefined) expect(actions.map(each => each.title)).toEqual([why, why])
    expect(goneText(unseen(symbol), Date.now(), listing)).toBe(why)
  },
)
