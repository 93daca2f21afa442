/**
 * Every Portfolio figure at this moment, from the venue's answers and the recorder's data, through the page's models.
 */
import { AccountModel } from '../../core/account/account-model.ts'
import { balanceRows } from '../../core/account/balance-rows.ts'
import { dayChange } from '../../core/account/day-change.ts'
import { seenRealised } from '../../core/account/realised-model.ts'
import { seenFills, timesAround } from '../../core/account/seen-fills.ts'
import { surfacesAt } from '../../core/account/surfaces.ts'
import { signedSize } from '../../core/domain/account.ts'
import { indexInstruments, type InstrumentIndex } from '../../core/domain/instrument-index.ts'
import { must } from '../../core/domain/must.ts'
import type { Sample } from '../../core/domain/sample.ts'
import type { AccountSession } from '../../recorder/accounts/account-session.ts'
import type { Store } from '../../recorder/store/store.ts'
import { figuresOf } from '../past-figures.ts'

const mostStored = 10_000

export async function storedOf(store: Store, session: AccountSession, samples: readonly Omit<Sample, 'positions'>[]) {
  const { owner } = session
  const orders = await store.orders(owner, { which: 'filled', most: mostStored })
  const { rows: cash } = await store.rows(owner, { limit: mostStored, kinds: ['cash'] })
  const near = await store.fullSamples(owner, timesAround(orders, samples))
  return { orders, cash, near, first: await store.firstPositions(owner) }
}

export async function listingNow({ client }: AccountSession): Promise<InstrumentIndex> {
  const listing = await client.call('exchangeInfo', {})
  if (!listing.ok) throw new Error('the venue lists nothing')
  return indexInstruments(listing.answer.entities_and_rules_response.symbols.rows)
}

/** `samples`: all stored ones; the last is of this moment. */
export async function liveFigures(
  store: Store,
  session: AccountSession,
  index: InstrumentIndex,
  samples: readonly Omit<Sample, 'positions'>[],
) {
  const { client, owner } = session
  const { atMs } = must(samples.at(-1), 'a sample')
  const [held, funds, summary] = await Promise.all([
    client.call('positions', { owner }),
    client.call('balances', { owner }),
    client.call('marketSummary', {}),
  ])
  if (!held.ok || !funds.ok || !summary.ok) throw new Error('the venue does not answer')
  const positions = held.answer.positions_response.positions.rows
  const balances = funds.answer.balance_response.rows
  const quotes = new Map(summary.answer.rows.map(row => [row.symbol, row]))
  const model = new AccountModel()
  const book = model.book(positions, surfacesAt(index, quotes, atMs))
  const rows = model.rows(positions, index, book)
  const indexes = model.indexes(balances, rows, quotes)
  const totals = model.totals(rows, balances, indexes, {})
  const { orders, cash, near, first } = await storedOf(store, session, samples)
  const realised = seenRealised({
    seen: seenFills(orders, near),
    first,
    samples,
    held: new Map(positions.map(each => [each.symbol, signedSize(each)])),
    cash,
    nowMs: atMs,
  })
  return figuresOf({
    rows,
    balanceRows: balanceRows(balances, indexes),
    totals,
    net: model.exposure(rows, book, undefined, undefined).net,
    realised,
    changeSince: (definition, start) => {
      const { value } = totals.equity[definition]
      return value === undefined ? undefined : dayChange(samples, value, definition, start, atMs)
    },
  })
}
