/** The makers' quotes on a package as they come: the ladder, how far the best is from the legs and the model, and the whole size in one press. */
import type { Decimal } from '../../domain/decimal.ts'
import type { BookLevel, OrderBook } from '../../domain/market-data.ts'
import { opposite, type Side } from '../../domain/order.ts'
import { type OwnBest, betterBy, bookMid, levelsAgainst, levelsWithin } from '../../domain/own-quotes.ts'
import { estimatedFill } from '../../domain/estimated-fill.ts'
import { Button } from '../controls/button.tsx'
import { formatSize } from '../format/amounts.ts'
import { dash } from '../format/format-decimal.ts'
import { useAmountsHidden } from '../format/privacy.ts'
import { effectLabel } from '../../domain/effect-label.ts'
import { structurePhrase } from '../../domain/structures/structure-phrase.ts'
import { againstText, fillTotalText, fullSizeText } from './full-size-text.ts'
import styles from './live-quotes.module.css'
import { PackagePrice, packagePriceText } from './package-price.tsx'
import { QuoteLadder } from './quote-ladder.tsx'

export interface LiveQuotesProps {
  readonly book: Pick<OrderBook, 'buy' | 'sell'>
  readonly legs: readonly { readonly symbol: string; readonly ratio: number }[]
  /** Of who asked; undefined where the venue does not say. */
  readonly side: Side | undefined
  /** Packages still wanted. */
  readonly wanted: Decimal
  readonly best: OwnBest | undefined
  /** Of the legs one by one, and what it is made of. */
  readonly legsMid: { readonly price: Decimal; readonly source: string } | undefined
  /** What a package is worth by the model; undefined where that is not known. */
  readonly model?: Decimal | undefined
  readonly isStale: boolean
  /** Nothing can be taken now. */
  readonly disabled: boolean
  /** Does an own order rest in the level? */
  readonly isOwn?: ((level: BookLevel, side: Side) => boolean) | undefined
  /** Takes everything up to a price. */
  readonly onTake: (limit: Decimal) => void
  /** Levels drawn. */
  readonly depth?: number | undefined
}

const usualDepth = 5

export function LiveQuotes(props: LiveQuotesProps) {
  const { book, legs, side, wanted, best, isStale, disabled, isOwn, onTake } = props
  useAmountsHidden()
  const effective = structurePhrase(legs, side).side ?? side
  const take =
    side === undefined
      ? undefined
      : {
          against: opposite(side),
          disabled,
          title: (level: BookLevel) =>
            `${effective === 'buy' ? 'Buy' : 'Sell'} up to this level. ${levelText(levelsAgainst(book, side), level, side, wanted)}`,
          onTake: (level: BookLevel) => onTake(level.price),
        }
  return (
    <section className={styles.quotes} aria-label="Quotes" data-stale={isStale}>
      <QuoteLadder
        book={book}
        depth={props.depth ?? usualDepth}
        priceText={(price, of) => packagePriceText(price, { legs, quantity: wanted, side: opposite(of) })}
        isStale={isStale}
        take={take}
        isOwn={isOwn}
      />
      <Distances {...props} />
      {best !== undefined && side !== undefined && (
        <p className={styles.take}>
          <Button
            size="sm"
            variant={effective ?? side}
            disabled={disabled}
            title="A firm LIMIT IOC on the same legs at the worst price needed, reviewed first; each level trades at its own price"
            onClick={() => onTake(best.fill.worst)}
          >
            Take: {effective} {formatSize(best.fill.filled)}, {effectLabel(side, best.fill.average).text}
          </Button>
          <span className="muted tabular">{fillTotalText(side, best.fill)}</span>
          <strong className="tabular">{fullSizeText(side, wanted, best.fill)}</strong>
        </p>
      )}
    </section>
  )
}

/** A level is no promise for a size larger than what stands at it: what is reached, and what it comes to. */
function levelText(levels: readonly BookLevel[], level: BookLevel, side: Side, wanted: Decimal): string {
  const { average, worst, ...sizes } = estimatedFill(levelsWithin(levels, side, level.price), wanted)
  if (average === undefined || worst === undefined) return ''
  return fullSizeText(side, wanted, { ...sizes, average, worst })
}

function Distances({ book, legs, side, wanted, best, legsMid, model }: LiveQuotesProps) {
  const priced = { legs, quantity: wanted, side }
  const modelBetter = best === undefined || side === undefined || model === undefined ? undefined : betterBy(side, best.level.price, model)
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Mid</dt>
        <dd>
          <PackagePrice price={bookMid(book)} {...priced} />
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
