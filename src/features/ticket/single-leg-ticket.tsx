/**
 * The ticket of one instrument, in a drawer over any screen: opened by `?trade=SYMBOL` (with side, quantity, price). Opening never sends;
 * Review hands the order to the desk. It is a package of one leg: the same entry, fields, rules and price guard as the builder's.
 */
import { useCallback, useEffect, useEffectEvent, useMemo, useReducer, useState } from 'react'
import { serverNowMs, useServerClock } from '../../api/venue/clock.ts'
import { retryInstruments, useInstruments } from '../../api/market/instruments.ts'
import { useIntents, useReview as useReviewed } from '../../api/order-desk/desk-hooks.ts'
import { desk } from '../../api/order-desk/desk.ts'
import type { Position } from '../../domain/account.ts'
import { roundToStep } from '../../domain/decimal.ts'
import type { ClientOrderId } from '../../domain/ids.ts'
import { type Instrument, shortName } from '../../domain/instrument.ts'
import type { InstrumentIndex } from '../../domain/instrument-index.ts'
import { type EntrySummary, type OrderEntry, editEntry, sendsPrice, summariseEntry } from '../../domain/order-entry.ts'
import { type MarketEstimate, estimatedPrice, marketEstimate } from '../../domain/market-estimate.ts'
import type { OrderFunds } from '../../domain/order-funds.ts'
import { sideSign } from '../../domain/order.ts'
import { usePlainPositions } from '../../model/account/use-portfolio.ts'
import { useOrderFunds } from '../../model/account/use-order-funds.ts'
import { useBookOfOrder } from '../../model/market/use-book-of-order.ts'
import { usePackageMarket } from '../../model/market/use-package-market.ts'
import type { NetPrices } from '../../pricing/market/leg-quotes.ts'
import { netOf, packageFaults } from '../../pricing/package-guard.ts'
import { type TicketSearch, parseTicketSearch, ticketSearch, withoutTicket } from '../../links/ticket-link.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Drawer } from '../../ui/controls/drawer.tsx'
import { closingTitle } from '../../ui/order/closing-text.ts'
import { useEntryForm } from '../../ui/order/entry/entry-form.ts'
import { entryErrors } from '../../ui/order/entry/entry-text.ts'
import { OrderFields } from '../../ui/order/entry/order-fields.tsx'
import type { PriceOffers } from '../../ui/order/entry/price-field.tsx'
import { PriceGuardBlock } from '../../ui/order/entry/price-guard-block.tsx'
import { usePriceOverride } from '../../ui/order/entry/price-override.ts'
import { FundsLine } from '../../ui/order/funds-line.tsx'
import { problemText } from '../../ui/order/problem-text.ts'
import { listingState } from '../../ui/panel/listing-state.ts'
import { PanelStateView } from '../../ui/panel/panel-state-view.tsx'
import { openingEntry } from './opening-entry.ts'
import styles from './single-leg-ticket.module.css'
import { TicketMarket } from './ticket-market.tsx'
import { orderClosing } from './use-closing.ts'
import { useNavigate, useSearch } from '../../ui/router/use-router.ts'

/** Mounted once by the app. */
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
    <Drawer open={symbol !== undefined} onClose={close} title={symbol === undefined ? '' : shortName(symbol)} testId="single-leg-ticket">
      {asked === undefined ? null : (
        <TicketOf
          key={`${JSON.stringify(asked)} ${typed === undefined}`}
          symbol={asked.symbol}
          asked={asked}
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

interface Reviewed {
  readonly id: ClientOrderId
  readonly symbol: string
  readonly entry: OrderEntry
}

/** Back in the review of an order of this ticket opens the ticket as it was left; sending the order ends it. */
function useBack(reopen: (symbol: string) => void) {
  const [reviewed, setReviewed] = useState<Reviewed>()
  const [back, setBack] = useState<Reviewed>()
  const review = useReviewed()
  const sent = useIntents().find(each => each.client_order_id === reviewed?.id)
  if (reviewed !== undefined && review === undefined) {
    setReviewed(undefined)
    if (sent === undefined) setBack(reviewed)
  } else if (reviewed !== undefined && review !== undefined && review.client_order_id !== reviewed.id) {
    // Set right in the review, it is another draft of the same.
    setReviewed({ ...reviewed, id: review.client_order_id })
  }
  const open = useEffectEvent(reopen)
  useEffect(() => {
    if (back !== undefined) open(back.symbol)
  }, [back])
  const keep = (one: Reviewed) => {
    setBack(undefined)
    setReviewed(one)
  }
  return { back, keep, forget: () => setBack(undefined) }
}

interface TicketOfProps {
  readonly symbol: string
  readonly asked: TicketSearch
  /** What stood in it before a review that was left. */
  readonly typed: OrderEntry | undefined
  readonly toReview: (id: ClientOrderId, entry: OrderEntry) => void
}

function TicketOf({ symbol, ...rest }: TicketOfProps) {
  const instruments = useInstruments()
  const { index } = instruments
  if (index === undefined) return <PanelStateView state={listingState(instruments, retryInstruments)} />
  const instrument = index.bySymbol(symbol)
  if (instrument === undefined) return <PanelStateView state={{ kind: 'empty', title: `The venue does not list ${symbol}` }} />
  return <TicketForm index={index} instrument={instrument} {...rest} />
}

interface TicketFormProps extends Omit<TicketOfProps, 'symbol'> {
  readonly index: InstrumentIndex
  readonly instrument: Instrument
}

function TicketForm({ index, instrument, asked, typed, toReview }: TicketFormProps) {
  const { nowMs } = useServerClock()
  const [entry, edit] = useReducer(editEntry<OrderEntry>, typed ?? openingEntry(asked))
  const market = usePackageMarket()
  const inputs = useCallback(() => ({ lookup: index, nowMs: serverNowMs() }), [index])
  const form = useEntryForm({ entry, edit, inputs })
  const summary = summariseEntry(entry, { lookup: index, nowMs: nowMs() })
  const errors = entryErrors(summary.problems)
  const { side, legs } = entry
  const { price, sendable } = summary
  const faults = useMemo(
    () =>
      side === undefined || price === undefined || !sendable
        ? []
        : packageFaults({ legs, side, price, step: instrument.price_step }, market),
    [side, legs, price, sendable, instrument, market],
  )
  const guarded = { side: side ?? 'buy', price, faults }
  const override = usePriceOverride(guarded)
  const review = useReview(summary, { instrument, overridden: override.overridden, done: id => toReview(id, entry) })
  const net = netOf(legs, market.quotes)
  const estimate = useEstimate(entry, { summary, net, instrument })
  const funds = useFunds(entry, { summary, net, instrument, estimate })
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        if (!override.isBlocked) form.submit(review)
      }}
      noValidate
    >
      <TicketMarket
        instrument={instrument}
        positions={useKnownPositions()}
        onPrice={sendsPrice(entry) ? price => edit({ kind: 'setPrice', price }) : undefined}
      />
      <OrderFields
        form={form}
        summary={summary}
        errors={errors}
        instruments={[instrument]}
        only={instrument}
        offers={offersOf(net, side, instrument)}
        nowMs={nowMs()}
        estimate={estimate}
        belowPrice={<PriceGuardBlock {...guarded} override={override} mendTo={price => edit({ kind: 'setPrice', price })} />}
      />
      <FundsLine funds={funds} />
      {[errors.legs, errors.side].map(error => (error === undefined ? null : <Banner key={error} tone="danger" title={error} />))}
      {summary.rules.map(rule => (rule.severity === 'warn' ? <Banner key={rule.code} tone="warning" title={problemText(rule)} /> : null))}
      <Button type="submit" variant={side ?? 'primary'} disabled={!sendable || override.isBlocked}>
        Review
      </Button>
    </form>
  )
}

/** Between two steps the mid is no price: a buyer is offered the step below it, a seller the one above. */
function offersOf(net: NetPrices, side: OrderEntry['side'], { price_step: step }: Instrument): PriceOffers {
  const mid = net.mid?.price
  return {
    bid: net.sellNatural?.price,
    mid: mid === undefined ? undefined : roundToStep(mid, step, side === 'sell' ? 'up' : 'down'),
    ask: net.buyNatural?.price,
  }
}

interface EstimateInputs {
  readonly summary: EntrySummary
  readonly net: NetPrices
  readonly instrument: Instrument
}

/** What an order at the market would trade at, by the same book as its review; undefined of any other. */
function useEstimate({ side, mode, type }: OrderEntry, { summary, net, instrument }: EstimateInputs): MarketEstimate | undefined {
  const { quantity, order } = summary
  const isAtMarket = mode === 'firm' && type === 'MARKET' && order !== undefined && side !== undefined && quantity !== undefined
  const book = useBookOfOrder(isAtMarket ? instrument.symbol : undefined)
  if (!isAtMarket) return undefined
  return marketEstimate({ side, quantity, natural: (side === 'buy' ? net.buyNatural : net.sellNatural)?.price }, book)
}

interface FundsInputs extends EstimateInputs {
  readonly estimate: MarketEstimate | undefined
}

/** What the order leaves available: at its price, else at what it would trade at, an RFQ at the mid. */
function useFunds({ side, legs, mode }: OrderEntry, { summary, net, instrument, estimate }: FundsInputs): OrderFunds | undefined {
  const { quantity, sendable, price: typed, order } = summary
  const positions = useKnownPositions()
  const natural = (side === 'buy' ? net.buyNatural : net.sellNatural) ?? net.mid
  const price = typed ?? (estimate === undefined ? (mode === 'rfq' ? net.mid : natural)?.price : estimatedPrice(estimate))
  const closing = order === undefined ? undefined : orderClosing({ order, context: { title: '' } }, positions)
  const isReducing = closing?.kind === 'closes' && !closing.closing.isBeyond
  return useOrderFunds(
    sendable && price !== undefined && quantity !== undefined && side !== undefined
      ? { legs, side, quantity, price, instruments: [instrument], isReducing }
      : undefined,
  ).funds
}

/** Undefined while they are not all known. */
function useKnownPositions(): readonly Position[] | undefined {
  const { positions, gap } = usePlainPositions()
  return gap === undefined ? positions.data : undefined
}

interface ReviewInputs {
  readonly instrument: Instrument
  readonly overridden: ReturnType<typeof usePriceOverride>['overridden']
  readonly done: (id: ClientOrderId) => void
}

/** Hands the order to the desk. What only reduces a position is called closing it, and is not sent where it would open one. */
function useReview({ order, wire }: EntrySummary, { instrument, overridden, done }: ReviewInputs): () => void {
  const positions = useKnownPositions()
  return () => {
    if (order === undefined || wire === undefined) return
    const closing = orderClosing({ order, context: { title: '' } }, positions)
    const closes = closing.kind === 'closes' && !closing.closing.isBeyond
    const signed = { symbol: instrument.symbol, ratio: sideSign(wire.side) }
    const id = desk.draft(order, {
      title: closes ? closingTitle([signed]) : shortName(instrument.symbol),
      legs: wire.legs,
      closes,
      overridden,
    })
    done(id)
  }
}
