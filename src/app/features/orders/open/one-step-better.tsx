/**
 * Improves a working order by one price step, up to a bound that the trader sets. Works like an amendment and is
 * reviewed.
 */
import { useMemo, useRef, useState } from 'react'
import { useInstruments } from '../../../api/market/instruments.ts'
import { useOrderBook } from '../../../api/market/market-hooks.ts'
import { desk } from '../../../api/order-desk/desk.ts'
import { useServerClock } from '../../../api/venue/clock.ts'
import { dec, type Decimal } from '../../../../core/domain/decimal.ts'
import { linksOf } from '../../../../core/domain/order-context.ts'
import type { InstrumentIndex } from '../../../../core/domain/instrument-index.ts'
import { phraseOf, titleOf } from '../../../../core/domain/trade-story/trade-words.ts'
import type { Intent } from '../../../../core/domain/intent.ts'
import type { OrderBook } from '../../../../core/domain/market-data.ts'
import { type BetterPrice, betterPrice } from '../../../../core/domain/package/better-price.ts'
import { editEntry, type OrderEntry, summariseEntry } from '../../../../core/domain/package/order-entry.ts'
import { levelsAgainst } from '../../../../core/domain/own-quotes.ts'
import { priceStepOf } from '../../../../core/domain/package/package-leg.ts'
import { parsePriceEntry, priceText } from '../../../../core/domain/price-entry.ts'
import { Banner } from '../../../ui/controls/banner.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { DefinitionList } from '../../../ui/controls/definition-list.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { DirectedPrice } from '../../../ui/order/entry/directed-price.tsx'
import { entryErrors } from '../../../ui/order/entry/entry-text.ts'
import { shownPhrase } from '../../../ui/order/order-phrase.tsx'
import { packagePriceText } from '../../../ui/order/package-price.tsx'
import styles from '../orders.module.css'
import { amendedEntry, replaced } from './amend-order.tsx'
import { type Amendable, amendable, type OpenOrderRow } from '../../../model/orders/open-order-rows.ts'

interface OneStepBetterProps {
  readonly row: OpenOrderRow | undefined
  readonly sent: Intent | undefined
  readonly onClose: () => void
}

export function OneStepBetter({ row, sent, onClose }: OneStepBetterProps) {
  const { index } = useInstruments()
  const order = row === undefined ? undefined : amendable(row)
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      testId="one-step-better"
      title="One step better"
      description={row === undefined ? undefined : shownPhrase(row)}
      initialFocus={field}
    >
      {order === undefined ? (
        <p>This order does not work any more.</p>
      ) : index === undefined ? (
        <p className="muted">Reading the instruments…</p>
      ) : (
        <BetterForm order={order} sent={sent} onClose={onClose} index={index} field={field} />
      )}
    </Dialog>
  )
}

interface BetterFormProps {
  readonly order: Amendable
  readonly sent: Intent | undefined
  readonly onClose: () => void
  readonly index: InstrumentIndex
  readonly field: React.RefObject<HTMLInputElement | null>
}

function atPrice(order: Amendable, sent: Intent | undefined, price: Decimal): OrderEntry {
  return editEntry(amendedEntry(order, sent), { kind: 'setPrice', price })
}

function useBookOfNow(symbol: string): OrderBook | undefined {
  const { data, status, freshness } = useOrderBook(symbol, 1)
  return status === 'ready' && freshness !== 'stale' && freshness !== 'unknown' ? data : undefined
}

function BetterForm({ order, sent, onClose, index, field }: BetterFormProps) {
  const { row, side, price, remaining } = order
  const isSingle = row.legs.length === 1
  const { nowMs } = useServerClock()
  const stated = sent?.context.amends?.bound
  const [boundText, setBoundText] = useState(stated === undefined ? '' : priceText(stated, side, isSingle))
  const [mayTrade, setMayTrade] = useState(false)
  const step = useMemo(
    () => priceStepOf(row.legs.map(leg => index.bySymbol(leg.symbol))) ?? dec('0.01'),
    [row.legs, index],
  )
  const book = useBookOfNow(row.record.symbol)
  const bound = parsePriceEntry(boundText, side, step)
  const better = bound === undefined ? undefined : betterPrice({ side, price, step, bound, book, mayTrade })
  const summary =
    better?.kind === 'better'
      ? summariseEntry(atPrice(order, sent, better.price), { lookup: index, nowMs: nowMs() })
      : undefined
  const textOf = (one: Decimal): string => packagePriceText(one, { legs: row.legs, quantity: remaining, side })
  const review = (): void => {
    if (summary?.order === undefined || summary.wire === undefined || !summary.sendable || bound === undefined) return
    onClose()
    desk.draft(summary.order, {
      title: titleOf(row),
      legs: summary.wire.legs,
      ...linksOf(sent?.context),
      amends: { ...replaced(order, sent), bound },
    })
  }
  const opposite = book === undefined ? undefined : levelsAgainst(book, side)[0]?.price
  const needsWord = better?.kind === 'would_trade' || better?.kind === 'book_unknown' || mayTrade
  return (
    <form
      className={styles.better}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        review()
      }}
    >
      <DefinitionList
        columns={1}
        items={[
          { term: 'Price now', value: textOf(price) },
          {
            term: 'Opposite best',
            value: book === undefined ? 'not known' : opposite === undefined ? 'nobody quotes it' : textOf(opposite),
          },
          { term: 'One step better', value: better?.kind === 'better' ? <strong>{textOf(better.price)}</strong> : '–' },
        ]}
      />
      <DirectedPrice
        label={side === 'buy' ? 'Bound: buy no higher than' : 'Bound: sell no lower than'}
        price={boundText}
        side={side}
        mid={price}
        setPrice={setBoundText}
        step={step}
        isSingle={isSingle}
        inputRef={field}
        error={boundText.trim() !== '' && bound === undefined ? 'Not a price' : undefined}
      />
      <Refusal better={better} textOf={textOf} />
      {needsWord && <Checkbox label="It may trade at once" checked={mayTrade} onChange={setMayTrade} />}
      {Object.values(entryErrors(summary?.problems ?? [])).map(error => (
        <Banner key={error} tone="danger" title={error} />
      ))}
      <p className="muted">
        This venue has no amendment: this order is cancelled first, then the new one is sent for the rest.
      </p>
      <Button type="submit" variant={phraseOf(row).side ?? 'primary'} disabled={summary?.sendable !== true}>
        Review
      </Button>
    </form>
  )
}

interface RefusalProps {
  readonly better: BetterPrice | undefined
  readonly textOf: (price: Decimal) => string
}

function Refusal({ better, textOf }: RefusalProps) {
  const words =
    better === undefined
      ? { tone: 'info' as const, text: 'Set the bound first: the price goes no further.' }
      : improvementText(better, textOf)
  return words === undefined ? null : <Banner tone={words.tone} title={words.text} />
}

function improvementText(better: BetterPrice, textOf: (price: Decimal) => string) {
  switch (better.kind) {
    case 'beyond_bound':
      return { tone: 'warning', text: `One step better, ${textOf(better.next)}, is beyond your bound.` } as const
    case 'would_trade':
      return {
        tone: 'warning',
        text: `One step better, ${textOf(better.next)}, meets the opposite best, ${textOf(better.at)}: it would trade at once.`,
      } as const
    case 'book_unknown':
      return { tone: 'warning', text: 'The order book is not known, so it may trade at once.' } as const
    case 'better':
      return better.tradesAt === undefined
        ? undefined
        : ({ tone: 'warning', text: `It trades at once, at ${textOf(better.tradesAt)} or better.` } as const)
  }
}
