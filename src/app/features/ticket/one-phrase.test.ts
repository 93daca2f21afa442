/** A trade has one phrase everywhere, whatever its wire form. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noticesOf } from '../../../core/account/alerts/notices.ts'
import { dec, mul } from '../../../core/domain/decimal.ts'
import { entityId, orderId } from '../../../core/domain/ids.ts'
import type { JournalRow } from '../../../core/domain/journal-row.ts'
import { must } from '../../../core/domain/must.ts'
import { normalise } from '../../../core/domain/normalise.ts'
import { joinedSymbol, type Side, sideSign } from '../../../core/domain/order.ts'
import { packageOfPositions } from '../../../core/domain/package/package-of-positions.ts'
import type { PackageLeg } from '../../../core/domain/package/package-leg.ts'
import { instantiate, countNeeded } from '../../../core/domain/structures/instantiate.ts'
import type { StructureLeg } from '../../../core/domain/structures/tidy-legs.ts'
import { templates } from '../../../core/domain/structures/templates.ts'
import { heldPhrase } from '../../../core/domain/trade-story/trade-phrase.ts'
import { fillPhrase, phrasedIntent, rowPhrase, titleOf } from '../../../core/domain/trade-story/trade-words.ts'
import { newClientOrderId } from '../../api/order-desk/wire-text.ts'
import { openOrderRow } from '../../model/orders/open-order-rows.ts'
import { rfqCards } from '../../model/orders/rfq-cards.ts'
import { filledWords } from '../../ui/order/filled-line.tsx'
import { shownPhrase } from '../../ui/order/order-phrase.tsx'
import { reviewText } from './review-text.ts'
import { orderRecord, firmIoc } from '../../../testing/order.fixture.ts'

const forms = templates.flatMap(template =>
  template.forms.map(form => ({ name: `${template.number} ${form.name ?? template.name}`, form })),
)
const expiries = [Date.UTC(2026, 11, 25, 8), Date.UTC(2027, 2, 26, 8)]

function symbolOf(leg: StructureLeg): string {
  const stamp = leg.expiry === undefined ? '' : new Date(leg.expiry).toISOString().slice(0, 10).replaceAll('-', '')
  if (leg.kind !== 'U') return `BTC-${stamp}-${leg.strike}${leg.kind}`
  return stamp === '' ? 'BTC-USD-PERPETUAL' : `BTC-${stamp}`
}

const wings = { equal: ['80000', '90000', '110000', '120000'], unequal: ['75000', '90000', '110000', '120000'] }

interface Traded {
  readonly legs: readonly PackageLeg[]
  readonly side: Side
  readonly size: number
  readonly closes: boolean
}

function places({ legs, side, size, closes }: Traded): Readonly<Record<string, string>> {
  const id = newClientOrderId(closes)
  const quantity = dec(size)
  const price = dec('120')
  const ids = legs.map(leg => leg.symbol).toSorted()
  const listed = legs.map(leg => ({ ...leg, tradeable_entity_id: entityId(ids.indexOf(leg.symbol) + 1) }))
  const normalised = normalise({ legs: listed, side, quantity })
  const wire = must(normalised.ok ? normalised.value : undefined, 'a wire form')
  const symbol = wire.kind === 'single' ? must(wire.legs[0], 'a leg').symbol : joinedSymbol(wire.legs)
  const order = {
    ...firmIoc,
    side: wire.side,
    quantity: wire.quantity,
    price,
    ...(wire.kind === 'single' ? { symbol } : { legs: wire.legs }),
  }
  const record = orderRecord(id, {
    ...order,
    legs: undefined,
    symbol,
    market_id: 'none',
    order_id: orderId('7'),
  })
  const [card] = rfqCards({
    open: [record],
    openMs: 1,
    sent: [],
    orders: new Map(),
    refreshed: new Map(),
    fillsKnown: { kind: 'now' },
    nowMs: 1,
  })
  const asked = must(card, 'a card')
  const fill: JournalRow = {
    id: 'f',
    atMs: 1,
    kind: 'execution',
    what: 'fill',
    client_order_id: id,
    symbol,
    side: wire.side,
    quantity: wire.quantity,
    price,
    account: 'a',
    venue: 'v',
  } as unknown as JournalRow
  const text = { size: String, amount: String, pnl: String }
  const [notice] = noticesOf([fill], { text } as unknown as Parameters<typeof noticesOf>[1])
  const structure = (words: string): string => words.replace(/, (?:paid|received) .*$| at (?:no cost|[−\d,.]+)$/, '')
  const present = (words: string): string =>
    structure(words)
      .replace(/^Bought/, 'Buy')
      .replace(/^Sold/, 'Sell')
  const unsized = (words: string): string => words.replace(/^((?:Buy|Sell)(?: to close)?) [\d.,]+ · /, '$1 · ')
  const context = { title: titleOf({ legs, side, closes }), legs: wire.legs }
  const held = packageOfPositions(
    legs.map(leg => ({ symbol: leg.symbol, size: mul(quantity, dec(leg.ratio * sideSign(side))) })),
    'hold',
  )
  const heldLegs = held.ok ? held.value.legs : []
  const positionSign = held.ok && held.value.quantity.startsWith('-') ? -1 : 1
  const position = heldPhrase(heldLegs.map(leg => ({ ...leg, ratio: leg.ratio * positionSign }))).text
  return {
    draft: titleOf({ legs, side, closes }),
    review: unsized(
      structure(reviewText(order, 0, closes).headline.replace(/, (?:pay|receive|even|at) .*$| at .*$/, '')),
    ),
    'RFQ in Orders, of another device': unsized(shownPhrase(asked)),
    'take of it': titleOf(asked),
    'line of its fills': `${present(must(filledWords({ ...asked, count: { ...asked.count, filled: quantity }, average: undefined })?.[0], 'words')).replace(/ .*/, '')}${closes ? ' to close' : ''} · ${asked.phrase.text}`,
    'row in Done': unsized(
      shownPhrase(
        phrasedIntent({ client_order_id: id, order, context, state: { kind: 'draft' } } as unknown as Parameters<
          typeof phrasedIntent
        >[0]),
      ),
    ),
    'working order': unsized(shownPhrase(openOrderRow({ ...record, market_id: '0' }, undefined))),
    fill: unsized(present(fillPhrase({ ...asked, quantity: wire.quantity, average: price }))),
    'notice and mail': unsized(present(must(notice, 'a notice').title)),
    journal: unsized(rowPhrase({ symbol, side: wire.side, client_order_id: id }, wire.quantity)),
    position: closes
      ? titleOf({ legs, side, closes })
      : legs.length === 1
        ? titleOf({ legs, side })
        : `${position.startsWith('Short ') ? 'Sell' : 'Buy'} · ${position.replace(/^Short (.)/, (_, first: string) => first.toUpperCase())}`,
  }
}

test.each(forms)(
  '$name: eleven places, one phrase, whichever way, opening or closing, from whichever device, in whatever order and ratio of its legs',
  ({ form }) => {
    fc.assert(
      fc.property(
        fc.constantFrom<Side>('buy', 'sell'),
        fc.constantFrom(1, 2, 3),
        fc.integer({ min: 1, max: 9 }),
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
        fc.constantFrom<'long' | 'short'>('long', 'short'),
        fc.boolean(),
        (side, multiple, size, order, direction, closes) => {
          const strikes = form.constraint === 'unequal_wings' ? wings.unequal : wings.equal
          const made = instantiate(form, {
            base: 'BTC',
            strikes: strikes.slice(0, Math.max(countNeeded(form).strikes, 1)).map(strike => dec(strike)),
            expiries,
            direction,
            underlying: { product: 'perpetual' },
          })
          const legs = order.flatMap(at => {
            const leg = made[at]
            return leg === undefined ? [] : [{ symbol: symbolOf(leg), ratio: leg.ratio * multiple }]
          })
          const found = places({ legs, side, size, closes })
          expect(Object.keys(found)).toHaveLength(11)
          expect(found).toEqual(Object.fromEntries(Object.keys(found).map(place => [place, found['draft']])))
        },
      ),
      { numRuns: 20 },
    )
  },
)
