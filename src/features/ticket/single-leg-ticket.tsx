/**
 * The ticket of one instrument, in a drawer over any screen: opened by `?trade=SYMBOL` (with side, quantity, price). Opening never sends;
 * Review hands the order to the desk.
 */
import { sideSign } from '../../domain/order.ts'
import { usePlainPositions } from '../../model/account/use-portfolio.ts'
import { closingTitle } from '../../ui/order/closing-words.ts'
import { orderClosing } from './use-closing.ts'
import { sideOf } from './review-words.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type Resolver, useForm, useWatch } from 'react-hook-form'
import { serverNowMs, useServerClock } from '../../api/venue/clock.ts'
import { useInstruments } from '../../api/market/instruments.ts'
import { useMarketSummary } from '../../api/market/market-hooks.ts'
import { desk } from '../../api/order-desk/desk.ts'
import type { Instrument } from '../../domain/instrument.ts'
import { parseInstrumentName, shortName } from '../../domain/instrument.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { DefinitionList } from '../../ui/controls/definition-list.tsx'
import { Drawer } from '../../ui/controls/drawer.tsx'
import { Figure } from '../../ui/format/figures.tsx'
import { EffectText } from '../../ui/order/effect-text.tsx'
import { FaceView } from '../../ui/panel/face-view.tsx'
import { parseTicketSearch, withoutTicket } from '../../links/ticket-link.ts'
import { singleLegFacts } from './single-leg-facts.ts'
import { type TicketFields as Fields, type TicketRequest, openingFields, readTicket, sendsPrice } from './single-leg-form.ts'
import styles from './single-leg-ticket.module.css'
import { TicketFields } from './ticket-fields.tsx'

/** Mounted once by the app. */
export function SingleLegTicket() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const asked = parseTicketSearch(search)
  const symbol = asked?.symbol
  const close = () => void navigate({ to: '.', search: withoutTicket, replace: true })
  return (
    <Drawer open={symbol !== undefined} onClose={close} title={symbol === undefined ? '' : shortName(symbol)} testId="single-leg-ticket">
      {asked === undefined ? null : <TicketOf key={JSON.stringify(asked)} symbol={asked.symbol} asked={asked} close={close} />}
    </Drawer>
  )
}

function TicketOf({ symbol, asked, close }: { readonly symbol: string; readonly asked: TicketRequest; readonly close: () => void }) {
  const { index, status, fault } = useInstruments()
  if (index === undefined) {
    if (status === 'failed') return <FaceView face={{ kind: 'failed', title: 'Could not load the instruments', detail: fault?.message }} />
    return <FaceView face={{ kind: 'waiting', label: 'Loading instruments' }} />
  }
  const instrument = index.bySymbol(symbol)
  if (instrument === undefined) return <FaceView face={{ kind: 'empty', title: `The venue does not list ${symbol}` }} />
  return <TicketForm instrument={instrument} asked={asked} close={close} />
}

/** The pure rules, as a form's resolver: with no errors the fields themselves are the values. */
const resolverOf =
  (instrument: Instrument): Resolver<Fields> =>
  values => {
    const { errors } = readTicket(values, { instrument, nowMs: serverNowMs() })
    const found = Object.entries(errors).map(([field, message]) => [field, { type: 'rule', message }])
    return found.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(found) }
  }

interface TicketFormProps {
  readonly instrument: Instrument
  readonly asked: TicketRequest
  readonly close: () => void
}

function TicketForm({ instrument, asked, close }: TicketFormProps) {
  const { nowMs } = useServerClock()
  const { positions: listed, gap } = usePlainPositions()
  const positions = gap === undefined ? listed.data : undefined
  const quote = useMarketSummary().data?.get(instrument.symbol)
  const form = useForm<Fields>({ defaultValues: openingFields(asked), resolver: resolverOf(instrument), mode: 'onChange' })
  const { trigger, control, handleSubmit } = form
  useEffect(() => void trigger(), [trigger])
  const fields = { ...openingFields(asked), ...useWatch({ control }) }
  const reading = readTicket(fields, { instrument, nowMs: nowMs() })
  const review = handleSubmit(values => {
    const { order, warnings } = readTicket(values, { instrument, nowMs: serverNowMs() })
    if (order === undefined) return
    const leg = { tradeable_entity_id: instrument.tradeable_entity_id, symbol: instrument.symbol, ratio: 1 }
    const closing = orderClosing({ order, context: { title: '' } }, positions)
    const closes = closing.kind === 'closes' && !closing.closing.isBeyond
    const facts = singleLegFacts(order, instrument, quote, closes)
    const signed = { symbol: instrument.symbol, ratio: sideSign(sideOf(order)) }
    desk.draft(order, {
      title: closes ? closingTitle([signed]) : shortName(instrument.symbol),
      legs: [leg],
      closes,
      facts: facts.facts,
      warnings: [...facts.warnings, ...warnings],
    })
    close()
  })
  const price = reading.order?.price
  return (
    <form className={styles.form} onSubmit={event => void review(event)} noValidate>
      <Quotes
        instrument={instrument}
        quote={quote}
        take={price => form.setValue('price', price, { shouldDirty: true, shouldValidate: true })}
        priced={sendsPrice(fields)}
      />
      <TicketFields control={control} instrument={instrument} nowMs={nowMs()} />
      {price === undefined ? null : <EffectText side={fields.side} price={price} quantity={reading.order?.quantity} />}
      {reading.errors.root === undefined ? null : <Banner tone="danger" title={reading.errors.root} />}
      {reading.warnings.map(warning => (
        <Banner key={warning} tone="warning" title={warning} />
      ))}
      <Button type="submit" variant={fields.side} disabled={Object.keys(reading.errors).length > 0}>
        Review
      </Button>
    </form>
  )
}

interface QuotesProps {
  readonly instrument: Instrument
  readonly quote: MarketSummary | undefined
  readonly take: (price: string) => void
  readonly priced: boolean
}

/** Bid, ask and last, to be taken as the price, and the bounds of the instrument. */
function Quotes({ instrument, quote, take, priced }: QuotesProps) {
  const offers = [
    ['Bid', quote?.best_bid],
    ['Ask', quote?.best_ask],
    ['Last', quote?.last_price],
  ] as const
  const name = parseInstrumentName(instrument.symbol)
  const items = [
    { term: 'Wire name', value: instrument.symbol },
    { term: 'Quantity', value: `${instrument.minimum_quantity} to ${instrument.maximum_quantity}, step ${instrument.quantity_step}` },
    { term: 'Price step', value: `${instrument.price_step} ${instrument.quote_asset}` },
    ...(name?.product === 'option' ? [{ term: 'Option', value: `European ${name.right}, cash-settled` }] : []),
  ]
  return (
    <>
      <fieldset className={styles.offers}>
        <legend className="visually-hidden">Prices at hand</legend>
        {offers.map(([label, value]) => (
          <button
            key={label}
            type="button"
            className={styles.offer}
            disabled={value === undefined || !priced}
            title={priced ? `Take the ${label.toLowerCase()} as the price` : undefined}
            onClick={() => value !== undefined && take(value)}
          >
            <span>{label}</span>
            <Figure value={value} step={instrument.price_step} />
          </button>
        ))}
      </fieldset>
      <DefinitionList items={items} columns={1} />
    </>
  )
}
