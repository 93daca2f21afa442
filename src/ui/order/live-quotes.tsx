/** The makers' quotes on a package as they come: the ladder, how far the best is from the legs and the model, and the whole size in one press. */
import { useState } from 'react'
import { type Decimal, eq, gt, isZero, min, parseTypedDecimal, zero } from '../../domain/decimal.ts'
import { effectLabel, exactText } from '../../domain/effect-label.ts'
import { type BookLevel, estimatedFill, type OrderBook } from '../../domain/market-data.ts'
import { opposite, type Side } from '../../domain/order.ts'
import {
  betterBy,
  bookMid,
  levelsAgainst,
  levelsWithin,
  type OwnBest,
  ownBest,
  type OwnLevel,
  withoutOwn,
} from '../../domain/own-quotes.ts'
import { structurePhrase } from '../../domain/structures/structure-phrase.ts'
import { Button } from '../controls/button.tsx'
import { DecimalInput } from '../controls/decimal-input.tsx'
import { formatSize } from '../format/amounts.ts'
import { averagePriceShown } from '../format/average-price.ts'
import { dash } from '../format/format-decimal.ts'
import { useAmountsHidden } from '../format/privacy.ts'
import { againstText, fillTotalText, fullSizeText } from './full-size-text.ts'
import styles from './live-quotes.module.css'
import { PackagePrice, packagePriceText } from './package-price.tsx'
import { QuoteLadder } from './quote-ladder.tsx'

export interface LiveQuotesProps {
  readonly book: Pick<OrderBook, 'buy' | 'sell'>
  readonly legs: readonly { readonly symbol: string; readonly ratio: number }[]
  /** Of who asked; undefined where the venue does not say. */
  readonly side: Side | undefined
  /** Packages left of what is wanted: no more is taken. */
  readonly wanted: Decimal
  readonly best: OwnBest | undefined
  /** Of the legs one by one, and what it is made of. */
  readonly legsMid: { readonly price: Decimal; readonly source: string } | undefined
  /** What a package is worth by the model; undefined where that is not known. */
  readonly model?: Decimal | undefined
  readonly isStale: boolean
  /** Nothing can be taken now. */
  readonly disabled: boolean
  /** Own orders that rest in the book. */
  readonly own?: readonly OwnLevel[] | undefined
  /** Takes what stands up to a price, and no more than a size. */
  readonly onTake: (limit: Decimal, size: Decimal) => void
  /** Levels drawn. */
  readonly depth?: number | undefined
}

const usualDepth = 5

export function LiveQuotes(props: LiveQuotesProps) {
  const { book, legs, side, wanted, isStale, own = [], onTake } = props
  useAmountsHidden()
  const effective = structurePhrase(legs, side).side ?? side
  const [text, setText] = useState('')
  const { size, error } = sizeOf(text, wanted)
  const disabled = props.disabled || error !== undefined
  const best = side === undefined || eq(size, wanted) ? props.best : ownBest(book, side, size, props.legsMid?.price)
  const take =
    side === undefined
      ? undefined
      : {
          against: opposite(side),
          disabled,
          title: (level: BookLevel) =>
            `${effective === 'buy' ? 'Buy' : 'Sell'} up to this level. ${levelText(levelsAgainst(book, side), level, side, size)}`,
          onTake: (level: BookLevel) => onTake(level.price, size),
        }
  return (
    <section className={styles.quotes} aria-label="Quotes" data-stale={isStale}>
      <QuoteLadder
        book={book}
        depth={props.depth ?? usualDepth}
        priceText={(price, of) => packagePriceText(price, { legs, quantity: wanted, side: opposite(of) })}
        isStale={isStale}
        isTurned={effective !== side}
        take={take}
        isOwn={(level, of) => own.some(one => one.side === of && eq(one.price, level.price))}
      />
      <Distances {...props} best={best} />
      {isZero(wanted) && <p className="muted">Nothing is left to take.</p>}
      {best !== undefined && side !== undefined && (
        <div className={styles.take}>
          <DecimalInput
            label="Size to take"
            hideLabel
            value={text}
            onChange={setText}
            placeholder={`Size: ${exactText(wanted)}`}
            error={error}
          />
          <Button
            size="sm"
            variant={effective ?? side}
            disabled={disabled}
            title="A firm LIMIT IOC on the same legs at the worst price needed, reviewed first; each level trades at its own price"
            onClick={() => onTake(best.fill.worst, size)}
          >
            Take: {effective} {formatSize(best.fill.filled)},{' '}
            {effectLabel(side, averagePriceShown(best.fill.average) ?? best.fill.average).text}
          </Button>
          <span className="muted tabular">{fillTotalText(side, best.fill)}</span>
          <strong className="tabular">{fullSizeText(side, size, best.fill)}</strong>
        </div>
      )}
    </section>
  )
}

/** What is typed, and all that is left where nothing is; more than is left is not taken. */
function sizeOf(text: string, wanted: Decimal): { readonly size: Decimal; readonly error: string | undefined } {
  if (text.trim() === '') return { size: wanted, error: undefined }
  const typed = parseTypedDecimal(text)
  if (typed === undefined || !gt(typed, zero)) return { size: wanted, error: 'A size above 0' }
  return { size: min(typed, wanted), error: gt(typed, wanted) ? `At most ${exactText(wanted)}: what is left` : undefined }
}

/** A level is no promise for a size larger than what stands at it: what is reached, and what it comes to. */
function levelText(levels: readonly BookLevel[], level: BookLevel, side: Side, wanted: Decimal): string {
  const { average, worst, ...sizes } = estimatedFill(levelsWithin(levels, side, level.price), wanted)
  if (average === undefined || worst === undefined) return ''
  return fullSizeText(side, wanted, { ...sizes, average, worst })
}

function Distances({ book, legs, side, wanted, best, legsMid, model, own = [] }: LiveQuotesProps) {
  const priced = { legs, quantity: wanted, side }
  const modelBetter = best === undefined || side === undefined || model === undefined ? undefined : betterBy(side, best.level.price, model)
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Mid</dt>
        <dd>
          <PackagePrice price={bookMid(withoutOwn(book, own))} {...priced} />
        </dd>
      </div>
      <div title={legsMid === undefined ? 'A leg has neither a mid nor a last trade' : `Of the legs one by one: ${legsMid.source}`}>
        <dt>Legs</dt>
        <dd>
          <PackagePrice price={legsMid?.price} {...priced} />
        </dd>
      </div>
      {best !== undefined && (
        <div title="Of the best quote for you, against the mid of the legs">
          <dt>Best</dt>
          <dd>{best.betterThanMid === undefined ? dash : againstText(best.betterThanMid, 'leg mid')}</dd>
        </div>
      )}
      {model !== undefined && (
        <div className={styles.model} title="Of the best quote for you, against the value of the legs by the volatilities of now">
          <dt>Model</dt>
          <dd>
            <PackagePrice price={model} {...priced} />
            {modelBetter === undefined ? '' : `, best is ${againstText(modelBetter, 'it')}`}
          </dd>
        </div>
      )}
    </dl>
  )
}
