/** The dealers' quotes on an RFQ's own legs as they come, and taking the best of them in one step. */
import { ladderRows } from '../../../domain/ladder.ts'
import type { BookLevel, OrderBook } from '../../../domain/market-data.ts'
import type { Side } from '../../../domain/order.ts'
import { type Decimal, eq } from '../../../domain/decimal.ts'
import type { Resource } from '../../../api/polling/resource.ts'
import { cx } from '../../../ui/cx.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Age } from '../../../ui/format/figures.tsx'
import { formatSize } from '../../../ui/format/amounts.ts'
import { dash, formatDecimal, formatQuantity } from '../../../ui/format/format-decimal.ts'
import { maskAmount } from '../../../ui/format/privacy.ts'
import { PackagePrice, packagePriceText } from '../../../ui/order/package-price.tsx'
import { effectWords, totalWords } from '../../../ui/order/effect-words.ts'
import styles from './quote-ladder.module.css'
import { type OwnBest, bookMid, reachOf } from '../../../model/orders/quote-rows.ts'
import type { RfqCard } from '../../../model/orders/rfq-cards.ts'
import type { NetPrice } from '../../../pricing/market/leg-quotes.ts'

export const ladderDepth = 5

interface QuoteLadderProps {
  readonly card: RfqCard
  readonly book: Resource<OrderBook>
  readonly best: OwnBest | undefined
  readonly legsMid: NetPrice | undefined
  /** The RFQ is over: nothing can be taken by it. */
  readonly isOver: boolean
  readonly onTake: (level: BookLevel) => void
}

export function QuoteLadder({ card, book, best, legsMid, isOver, onTake }: QuoteLadderProps) {
  const stale = book.freshness === 'stale' || book.freshness === 'unknown'
  if (book.data === undefined) {
    return (
      <p className="muted">{book.face === 'failed' ? `Quotes could not be read: ${book.fault?.message ?? ''}` : 'Reading the quotes…'}</p>
    )
  }
  const rows = ladderRows(book.data, ladderDepth)
  const cell = { card, disabled: isOver || stale, onTake }
  return (
    <section className={styles.quotes} aria-label="Quotes" data-stale={stale}>
      {rows.length === 0 ? (
        <p className="muted">
          No quote yet <Age agoMs={book.receivedAgoMs} />
        </p>
      ) : (
        <table className={styles.ladder}>
          <thead>
            <tr>
              <th scope="col">Quantity</th>
              <th scope="col">Bid</th>
              <th scope="col">Ask</th>
              <th scope="col">Quantity</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.id}>
                <SizeCell level={row.bid} />
                <PriceCell level={row.bid} levels={book.data?.buy} side="buy" {...cell} />
                <PriceCell level={row.ask} levels={book.data?.sell} side="sell" {...cell} />
                <SizeCell level={row.ask} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Distances card={card} best={best} mid={bookMid(book.data)} legsMid={legsMid} />
      {best !== undefined && card.side !== undefined && (
        <TakeLine card={card} side={card.side} best={best} disabled={cell.disabled} onTake={() => onTake(best.level)} />
      )}
    </section>
  )
}

function SizeCell({ level }: { readonly level: BookLevel | undefined }) {
  return <td className={styles.size}>{level === undefined ? '' : formatQuantity(level.quantity)}</td>
}

interface PriceCellProps {
  readonly level: BookLevel | undefined
  readonly levels: readonly BookLevel[] | undefined
  /** Of the book. */
  readonly side: Side
  readonly card: RfqCard
  readonly disabled: boolean
  readonly onTake: (level: BookLevel) => void
}

/** A level of the side that whoever asked trades against can be taken; one with an own resting order in it is marked. */
function PriceCell({ level, levels = [], side, card, disabled, onTake }: PriceCellProps) {
  const look = side === 'buy' ? styles.bid : styles.ask
  if (level === undefined) return <td className={look}>{''}</td>
  const isOwn = card.tries.some(one => one.isOpen && one.side === side && one.price !== undefined && eq(one.price, level.price))
  const price = packagePriceText(level.price, { legs: card.legs, quantity: card.remaining })
  const isAgainst = card.side !== undefined && card.side !== side
  return (
    <td className={cx(look, isAgainst && styles.against)} title={isOwn ? 'Your own order rests here' : undefined}>
      {isAgainst ? (
        <button
          type="button"
          className={styles.level}
          disabled={disabled}
          aria-label={`Take up to ${price}`}
          title={`${card.side} ${formatSize(card.remaining)} at ${price} or better: ${formatQuantity(reachOf(levels, level))} there`}
          onClick={() => onTake(level)}
        >
          {price}
        </button>
      ) : (
        price
      )}
      {isOwn && <span className={styles.own}> own</span>}
    </td>
  )
}

interface DistancesProps {
  readonly card: RfqCard
  readonly best: OwnBest | undefined
  readonly mid: Decimal | undefined
  readonly legsMid: NetPrice | undefined
}

function Distances({ card, best, mid, legsMid }: DistancesProps) {
  const told = { legs: card.legs, quantity: card.remaining }
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Mid</dt>
        <dd>
          <PackagePrice price={mid} {...told} />
        </dd>
      </div>
      <div title={legsMid === undefined ? 'A leg has neither a mid nor a last trade' : `Of the legs one by one: ${legsMid.source}`}>
        <dt>Legs</dt>
        <dd>
          <PackagePrice price={legsMid?.price} {...told} />
        </dd>
      </div>
      {best !== undefined && (
        <div title="Of the best quote for you, against the mid of the legs; above zero it is better for you">
          <dt>Best against legs</dt>
          <dd>{best.betterThanMid === undefined ? dash : formatDecimal(best.betterThanMid, { sign: 'always' })}</dd>
        </div>
      )}
    </dl>
  )
}

interface TakeLineProps {
  readonly card: RfqCard
  readonly side: Side
  readonly best: OwnBest
  readonly disabled: boolean
  readonly onTake: () => void
}

function TakeLine({ card, side, best, disabled, onTake }: TakeLineProps) {
  const { price } = best.level
  const wanted = card.remaining
  const rest = best.isEnough ? '' : `; ${formatQuantity(best.level.quantity)} of ${formatSize(wanted)} are there, the rest is cancelled`
  return (
    <p className={styles.take}>
      <Button
        size="sm"
        variant={side}
        disabled={disabled}
        title={`A firm LIMIT IOC at this price on the same legs, reviewed first${rest}`}
        onClick={onTake}
      >
        Take: {side} {formatSize(wanted)} at {packagePriceText(price, { legs: card.legs, quantity: wanted })}
      </Button>
      <span className="tabular">{maskAmount(totalWords(side, price, wanted))}</span>
      <span className="muted tabular">
        {effectWords(side, price).words} each{best.isEnough ? '' : `, ${formatSize(best.quantity)} there`}
      </span>
    </p>
  )
}
