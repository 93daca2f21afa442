import { useCallback, useEffect, useEffectEvent, useMemo, useReducer, useState } from 'react'
import { retryInstruments, useInstruments } from '../../api/market/instruments.ts'
import { useOrderBook } from '../../api/market/market-hooks.ts'
import { useIntents, useReview as useReviewed } from '../../api/order-desk/desk-hooks.ts'
import { desk } from '../../api/order-desk/desk.ts'
import { useCapabilities } from '../../api/venue/capabilities.ts'
import { serverNowMs, useServerClock } from '../../api/venue/clock.ts'
import type { Position } from '../../../core/domain/account.ts'
import { zero } from '../../../core/domain/decimal.ts'
import type { ClientOrderId } from '../../../core/domain/ids.ts'
import type { InstrumentIndex } from '../../../core/domain/instrument-index.ts'
import { type Instrument, shortName } from '../../../core/domain/instrument.ts'
import {
  editEntry,
  emptyEntry,
  type EntrySummary,
  type OrderEntry,
  sendsPrice,
  summariseEntry,
} from '../../../core/domain/package/order-entry.ts'
import { parseSide, type Side } from '../../../core/domain/order.ts'
import { parseTicketSearch, type TicketSearch, ticketSearch, withoutTicket } from '../../links/overlay-links.ts'
import { useEntryMarket } from '../../model/account/use-entry-market.ts'
import { leastOf, useDeliversOwn } from '../../model/account/use-order-funds.ts'
import { useKnownPositions } from '../../model/account/use-portfolio.ts'
import { useSizing } from '../../model/account/use-sizing.ts'
import { legQuote, type NetPrices, netPrices } from '../../../core/pricing/market/leg-quotes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Drawer } from '../../ui/controls/drawer.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { titleOf } from '../../../core/domain/trade-story/trade-words.ts'
import { OrderForm } from '../../ui/order/entry/order-form.tsx'
import { listingState } from '../../ui/panel/listing-state.ts'
import { PanelStateView } from '../../ui/panel/panel-state-view.tsx'
import { useNavigate, useSearch } from '../../ui/router/use-router.ts'
import styles from './single-leg-ticket.module.css'
import { ticketDepth, TicketMarket } from './ticket-market.tsx'
import { orderClosing } from './use-closing.ts'

const TicketPrices = lazyComponent(async () => (await import('./ticket-prices.tsx')).TicketPrices)

/**
 * The ticket of one instrument in a drawer over any screen, opened by `?trade=SYMBOL` (with side, quantity, price).
 * Opening never sends; Review passes the order to the desk. It uses the builder's entry, fields, rules and price guard
 * for a one-leg package. Mounted once by the app.
 */
export function SingleLegTicket() {
  const search: Record<string, unknown> = useSearch()
  const navigate = useNavigate()
  const asked = parseTicketSearch(search)
  const symbol = asked?.symbol
  const leave = () => navigate({ to: '.', search: withoutTicket, replace: true })
  const { back, keep, forget } = useBack(left => {
    navigate({ to: '.', search: before => ({ ...withoutTicket(before), ...ticketSearch(left) }), replace: true })
  })
  const close = () => {
    forget()
    leave()
  }
  const typed = back?.symbol === symbol ? back?.entry : undefined
  return (
    <Drawer
      open={symbol !== undefined}
      onClose={close}
      title={symbol === undefined ? '' : shortName(symbol)}
      testId="single-leg-ticket"
    >
      {asked === undefined ? null : (
        <TicketOf
          key={`${JSON.stringify(asked)} ${typed === undefined}`}
          symbol={asked.symbol}
          search={asked}
          typed={typed}
          toReview={(id, entry) => {
            keep({ id, symbol: asked.symbol, entry })
            leave()
          }}
        />
      )}
    </Drawer>
  )
}

interface ReviewedEntry {
  readonly id: ClientOrderId
  readonly symbol: string
  readonly entry: OrderEntry
}

function useBack(reopen: (symbol: string) => void) {
  const [reviewed, setReviewed] = useState<ReviewedEntry>()
  const [back, setBack] = useState<ReviewedEntry>()
  const review = useReviewed()
  const sent = useIntents().find(each => each.client_order_id === reviewed?.id)
  if (reviewed !== undefined && review === undefined) {
    setReviewed(undefined)
    if (sent === undefined) setBack(reviewed)
  } else if (reviewed !== undefined && review !== undefined && review.client_order_id !== reviewed.id) {
    // After a correction in the review it is a new draft of the same order.
    setReviewed({ ...reviewed, id: review.client_order_id })
  }
  const open = useEffectEvent(reopen)
  useEffect(() => {
    if (back !== undefined) open(back.symbol)
  }, [back])
  const keep = (one: ReviewedEntry) => {
    setBack(undefined)
    setReviewed(one)
  }
  return { back, keep, forget: () => setBack(undefined) }
}

interface TicketOfProps {
  readonly symbol: string
  readonly search: TicketSearch
  readonly typed: OrderEntry | undefined
  readonly toReview: (id: ClientOrderId, entry: OrderEntry) => void
}

function TicketOf({ symbol, ...rest }: TicketOfProps) {
  const instruments = useInstruments()
  const { index } = instruments
  if (index === undefined) return <PanelStateView state={listingState(instruments, retryInstruments)} />
  const instrument = index.bySymbol(symbol)
  if (instrument === undefined)
    return <PanelStateView state={{ kind: 'empty', title: `The venue does not list ${symbol}` }} />
  return <TicketForm index={index} instrument={instrument} {...rest} />
}

interface TicketFormProps extends Omit<TicketOfProps, 'symbol'> {
  readonly index: InstrumentIndex
  readonly instrument: Instrument
}

function TicketForm({ index, instrument, search, typed, toReview }: TicketFormProps) {
  const { nowMs } = useServerClock()
  const [entry, dispatch] = useReducer(editEntry<OrderEntry>, typed ?? enteredHere(openingEntry(search)))
  useEffect(() => leaveHere(entry), [entry])
  const inputs = useCallback(() => ({ lookup: index, nowMs: serverNowMs() }), [index])
  const summary = summariseEntry(entry, { lookup: index, nowMs: nowMs() })
  const instruments = useMemo(() => [instrument], [instrument])
  const positions = useKnownPositions()
  const closing = closingOf(summary, positions)
  const isReducing = closing !== undefined
  const deliversOwn = useDeliversOwn({ legs: entry.legs, side: entry.side, quantity: summary.order?.quantity ?? zero })
  const net = useBookNet(instrument.symbol)
  const market = useEntryMarket({ entry, summary, instruments, isReducing, net })
  const sizing = useSizing({ entry, instruments, isReducing, price: market.weighed })
  const review = (isOverridden: boolean) => {
    const id = draftOrder(summary, { isOverridden, isReducing })
    if (id !== undefined) toReview(id, entry)
  }
  return (
    <>
      <OrderForm
        {...{ entry, edit: dispatch, inputs, summary, market, instruments, review, sizing }}
        only={instrument}
        nowMs={nowMs()}
        warnings={isReducing || deliversOwn || !hasNoFloor(entry) ? undefined : unlimited}
      >
        <TicketMarket
          instrument={instrument}
          positions={positions}
          realised={closing?.realised}
          onPrice={sendsPrice(entry) ? price => dispatch({ kind: 'setPrice', price }) : undefined}
        />
      </OrderForm>
      <PricesOnDemand symbol={instrument.symbol} />
    </>
  )
}

function PricesOnDemand({ symbol }: { readonly symbol: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.prices}>
      <Button size="sm" variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Price over time
      </Button>
      {isOpen && <TicketPrices symbol={symbol} />}
    </div>
  )
}

function enteredHere(opening: OrderEntry): OrderEntry {
  const { ticket } = (history.state ?? {}) as { readonly ticket?: OrderEntry }
  return ticket?.legs[0]?.symbol === opening.legs[0]?.symbol && ticket !== undefined ? ticket : opening
}

function leaveHere(entry: OrderEntry): void {
  try {
    history.replaceState({ ...history.state, ticket: entry }, '')
  } catch {
    // Safari limits such writes; a reload then restores slightly older fields.
  }
}

const unlimited = ['The loss at expiry is unlimited.']

/** Sold calls and sold linear instruments have unlimited loss as the price rises. */
const hasNoFloor = ({ legs, side }: OrderEntry): boolean =>
  side !== undefined && leastOf({ legs, side, price: zero, isReducing: false }) === 'unlimited'

function useBookNet(symbol: string): NetPrices | undefined {
  const book = useOrderBook(useCapabilities().orderBook === 'absent' ? undefined : symbol, ticketDepth).data
  return useMemo(
    () =>
      book === undefined
        ? undefined
        : netPrices([{ ratio: 1, quote: legQuote({ best_bid: book.buy[0]?.price, best_ask: book.sell[0]?.price }) }]),
    [book],
  )
}

function closingOf({ order }: EntrySummary, positions: readonly Position[] | undefined) {
  const closing = order === undefined ? undefined : orderClosing({ order, context: { title: '' } }, positions)
  return closing?.kind === 'closes' && !closing.closing.isBeyond ? closing : undefined
}

interface DraftInputs {
  readonly isOverridden: boolean
  readonly isReducing: boolean
}

/** Passes the order to the desk. A reducing order is marked as closing and is not sent if it would open a position. */
function draftOrder(
  { order, wire }: EntrySummary,
  { isOverridden, isReducing }: DraftInputs,
): ClientOrderId | undefined {
  if (order === undefined || wire === undefined) return undefined
  const title = titleOf({ legs: wire.legs, side: wire.side, closes: isReducing })
  return desk.draft(order, {
    title,
    legs: wire.legs,
    overridden: isOverridden ? order.price : undefined,
  })
}

/* Reads a single-instrument order from a link. A link fills in fields and never sends. */

const maxField = 60

/** An unknown side is not a buy: the trader must choose. */
const sideOf = (asked: string | undefined): Side | undefined =>
  asked === undefined ? emptyEntry.side : parseSide(asked.toLowerCase())

export const openingEntry = ({ symbol, side, quantity, price }: TicketSearch): OrderEntry => ({
  ...emptyEntry,
  legs: [{ symbol, ratio: 1 }],
  mode: 'firm',
  side: sideOf(side),
  quantity: quantity?.slice(0, maxField) ?? '',
  price: price?.slice(0, maxField) ?? '',
})
