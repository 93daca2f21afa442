/** A live RFQ: the price of the requested size, its depth, and one button that takes it. Details are on demand. */
import { Minus, Plus } from 'lucide-react'
import { type CSSProperties, type ReactNode, type Ref, useState } from 'react'
import {
  canonical,
  dec,
  type Decimal,
  eq,
  gt,
  isMultipleOf,
  isZero,
  lt,
  max,
  min,
  places,
  sub,
  sum,
  toNumber,
  zero,
} from '../../../core/domain/decimal.ts'
import { parseTypedNumber } from '../../../core/domain/typed-number.ts'
import { exactText } from '../../../core/domain/effect-label.ts'
import { type BookLevel, estimatedFill, type OrderBook } from '../../../core/domain/market-data.ts'
import { opposite, type Side } from '../../../core/domain/order.ts'
import {
  betterBy,
  bookMid,
  levelsAgainst,
  levelsWithin,
  type OwnBest,
  ownBest,
  type OwnLevel,
  withoutOwn,
} from '../../../core/domain/own-quotes.ts'
import type { PackageSize } from '../../../core/domain/package/package-leg.ts'
import { phraseOf } from '../../../core/domain/trade-story/trade-words.ts'
import { tenth } from '../charts/linear-scale.ts'
import { Button } from '../controls/button.tsx'
import { DecimalInput } from '../controls/decimal-input.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { stepDecimal } from '../controls/step-decimal.ts'
import { averagePriceShown, formatSize } from '../format/amounts.ts'
import { useAmountsHidden } from '../format/privacy.ts'
import { againstText, availableText, fillTotalText, fullSizeText } from './full-size-text.ts'
import styles from './live-rfq.module.css'
import { PackagePrice, packagePriceText, pricePartsOf } from './package-price.tsx'
import { QuoteLadder } from './quote-ladder.tsx'
import { formatZoned } from '../format/zoned-time.ts'

interface SeenPrice {
  readonly atMs: number
  readonly price: Decimal
}

interface PriceTrailProps {
  readonly trail: readonly SeenPrice[]
  readonly side: Side
  readonly priceText: (price: Decimal) => string
}

const width = 120
const height = 28
const edge = 2
const namedPrices = 6

function PriceTrail({ trail, side, priceText }: PriceTrailProps) {
  const [first] = trail
  const last = trail.at(-1)
  if (first === undefined || last === undefined) return <span className={styles.trail} />
  const values = trail.map(each => (side === 'buy' ? -toNumber(each.price) : toNumber(each.price)))
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (atMs: number): number =>
    tenth(edge + ((atMs - first.atMs) / Math.max(1, last.atMs - first.atMs)) * (width - 2 * edge))
  const y = (value: number): number =>
    tenth(high === low ? height / 2 : edge + ((high - value) / (high - low)) * (height - 2 * edge))
  const path = trail.map(
    ({ atMs }, at) => `${at === 0 ? 'M' : 'H'}${x(atMs)} ${at === 0 ? '' : 'V'}${y(values[at] ?? 0)}`,
  )
  const words = trail.slice(-namedPrices).map(each => `${formatZoned(each.atMs, 'time')} ${priceText(each.price)}`)
  return (
    <svg
      className={styles.trail}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Best price over time: ${words.join(', ')}`}
    >
      <title>{words.join('\n')}</title>
      <path d={path.join(' ')} />
      <circle cx={x(last.atMs)} cy={y(values.at(-1) ?? 0)} r={2} />
    </svg>
  )
}

export interface RfqQuotesProps {
  /** Undefined without a book; `note` gives the reason. */
  readonly book: Pick<OrderBook, 'buy' | 'sell'> | undefined
  /** Reason why nothing can be taken, other than missing quotes. */
  readonly note?: ReactNode
  readonly legs: readonly { readonly symbol: string; readonly ratio: number }[]
  /** The requester's side; undefined if the venue does not report it. */
  readonly side: Side | undefined
  readonly closes?: boolean | undefined
  /** Number of remaining packages: the largest size that can be taken. */
  readonly quantityLeft: Decimal
  /** Valid sizes; undefined if unknown. */
  readonly validSizes?: PackageSize | undefined
  /** Mid of the single legs, and where it comes from. */
  readonly legsMid: { readonly price: Decimal; readonly source: string } | undefined
  readonly model?: Decimal | undefined
  readonly isStale: boolean
  readonly disabled: boolean
  readonly own?: readonly OwnLevel[] | undefined
  readonly trail?: readonly SeenPrice[] | undefined
  /** Takes everything up to a price, at most `size`. */
  readonly onTake: (limit: Decimal, size: Decimal) => void
  readonly sizeRef?: Ref<HTMLInputElement> | undefined
  readonly filled?: ReactNode
  readonly children?: ReactNode
}

const depth = 5
const levelPlaces = ['first', 'second', 'third'] as const
const noBook = { buy: [], sell: [] }

export function RfqQuotes(props: RfqQuotesProps) {
  const { book = noBook, legs, side, quantityLeft, legsMid, isStale, trail = [], onTake } = props
  useAmountsHidden()
  const effective = phraseOf(props).side ?? side
  // A fill changes the rest, so a size typed before it is discarded.
  const [entered, setEntered] = useState<{ readonly text: string; readonly of: Decimal }>()
  const typed = entered?.of === quantityLeft ? entered.text : undefined
  const type = (text: string): void => setEntered({ text, of: quantityLeft })
  const { size, error } = sizeOf(typed, props)
  const disabled = props.disabled || error !== undefined
  const best = side === undefined ? undefined : ownBest(book, side, size, legsMid?.price)
  const average = best && averagePriceShown(best.fill.average)
  const better = best?.betterThanMid
  return (
    <section className={styles.quotes} aria-label="Quotes" data-stale={isStale}>
      <div className={styles.head}>
        <strong className={styles.price} data-testid="rfq-price">
          <PackagePrice price={average} legs={legs} quantity={best?.fill.filled ?? quantityLeft} side={side} />
        </strong>
        {side !== undefined && (
          <PriceTrail
            trail={trail}
            side={side}
            priceText={price => packagePriceText(price, { legs, quantity: quantityLeft, side })}
          />
        )}
      </div>
      {props.filled}
      <p className={styles.line}>
        {best === undefined || side === undefined ? (
          <span className="muted">
            {props.note ?? (isZero(quantityLeft) ? 'No size is left to take.' : 'No quote yet')}
          </span>
        ) : (
          <>
            <span>{availableText(side, size, best.fill)}</span>
            <span className="muted">{fillTotalText(side, best.fill)}</span>
            <span
              title={
                legsMid === undefined
                  ? 'A leg has neither a mid nor a last trade'
                  : `Of the legs one by one: ${legsMid.source}`
              }
            >
              {better === undefined ? '' : againstText(better, 'mid')}
            </span>
          </>
        )}
      </p>
      <Levels {...props} size={size} disabled={disabled} />
      <form
        className={styles.take}
        onSubmit={event => {
          event.preventDefault()
          if (best !== undefined) onTake(best.fill.worst, size)
        }}
      >
        <SizeStepper
          quantityLeft={quantityLeft}
          validSizes={props.validSizes}
          typed={typed}
          type={type}
          error={error}
          disabled={best === undefined}
          inputRef={props.sizeRef}
        />
        {best !== undefined && side !== undefined && (
          <Button
            type="submit"
            className={styles.button}
            variant={effective ?? side}
            disabled={disabled}
            title="A firm LIMIT IOC on the same legs at the worst price needed, reviewed first; each level trades at its own price"
          >
            {takeText(best.fill, props)}
          </Button>
        )}
      </form>
      <BothSides {...props} book={book} />
    </section>
  )
}

/** "Take 3 · receive 1,495"; for one instrument "Take 3 · buy at 95,000". */
function takeText({ filled, average }: OwnBest['fill'], { legs, side }: Pick<RfqQuotesProps, 'legs' | 'side'>): string {
  const price = packagePriceText(averagePriceShown(average), { legs, quantity: filled, side })
  return `Take ${formatSize(filled)} · ${legs.length > 1 ? price : `${side} at ${price}`}`
}

const lastDigit = (size: Decimal): Decimal => dec(10 ** -places(canonical(size)))

type SizeInputs = Pick<RfqQuotesProps, 'quantityLeft' | 'validSizes'>

const stepOf = ({ quantityLeft, validSizes }: SizeInputs): Decimal => validSizes?.step ?? lastDigit(quantityLeft)

/** Returns the typed size, or the remaining size if none is typed. With an error the size cannot be taken. */
function sizeOf(
  typed: string | undefined,
  inputs: SizeInputs,
): { readonly size: Decimal; readonly error: string | undefined } {
  const { quantityLeft, validSizes } = inputs
  if (typed === undefined || typed.trim() === '') return { size: quantityLeft, error: undefined }
  const size = parseTypedNumber(typed, stepOf(inputs))
  if (size === undefined || !gt(size, zero)) return { size: quantityLeft, error: 'A size above 0' }
  if (gt(size, quantityLeft))
    return { size: quantityLeft, error: `At most ${exactText(quantityLeft)}: the remaining size` }
  if (validSizes !== undefined && !isMultipleOf(size, validSizes.step))
    return { size, error: `Size step is ${exactText(validSizes.step)}` }
  return {
    size,
    error:
      validSizes !== undefined && lt(size, validSizes.least) ? `At least ${exactText(validSizes.least)}` : undefined,
  }
}

interface SizeStepperProps extends SizeInputs {
  readonly inputRef: Ref<HTMLInputElement> | undefined
  readonly typed: string | undefined
  readonly type: (text: string) => void
  readonly error: string | undefined
  readonly disabled: boolean
}

/** Steps by the size step, or by the last digit of the wanted size if no step is known. */
function SizeStepper({ quantityLeft, validSizes, typed, type, error, disabled, inputRef }: SizeStepperProps) {
  const step = stepOf({ quantityLeft, validSizes })
  const value = typed ?? canonical(quantityLeft)
  const to = (count: number): string => stepDecimal(value, step, count, false)
  const read = parseTypedNumber(value, step)
  return (
    <div className={styles.size}>
      <IconButton
        label="Smaller size"
        icon={<Minus size={14} />}
        disabled={disabled || read === undefined || !gt(read, step)}
        onClick={() => type(to(-1))}
      />
      <DecimalInput
        label="Size to take"
        hideLabel
        value={value}
        onChange={type}
        step={step}
        error={error}
        disabled={disabled}
        inputRef={inputRef}
      />
      <IconButton
        label="Larger size"
        icon={<Plus size={14} />}
        disabled={disabled || read === undefined || !gt(quantityLeft, read)}
        onClick={() => type(to(1))}
      />
    </div>
  )
}

interface LevelsProps extends RfqQuotesProps {
  readonly size: Decimal
}

function Levels(props: LevelsProps) {
  const { book = noBook, legs, side, size, quantityLeft, disabled, onTake } = props
  if (side === undefined) return null
  const levels = levelsAgainst(book, side)
  const buys = (phraseOf(props).side ?? side) === 'buy'
  const priced = { legs, quantity: quantityLeft, side }
  const verb = pricePartsOf(levels[0]?.price, priced).verb
  return (
    <div className={styles.levels}>
      {levelPlaces.map((place, at) => {
        const level = levels[at]
        if (level === undefined) return null
        const before = sum(levels.slice(0, at).map(each => each.quantity))
        const used = max(zero, min(sub(size, before), level.quantity))
        const price = packagePriceText(level.price, priced)
        const parts = pricePartsOf(level.price, priced)
        return (
          <button
            key={place}
            type="button"
            className={styles.level}
            style={{ '--used': toNumber(used) / toNumber(level.quantity) } as CSSProperties}
            disabled={disabled}
            aria-label={`Take up to ${price}`}
            title={`${buys ? 'Buy' : 'Sell'} up to this level. ${levelText(levels, level, side, size)}`}
            onClick={() => onTake(level.price, size)}
          >
            {formatSize(level.quantity)} @ {parts.verb === verb ? parts.amount : price}
          </button>
        )
      })}
    </div>
  )
}

/** Text of a level: the size reached with it and the average cost, since one level may not cover the size. */
function levelText(levels: readonly BookLevel[], level: BookLevel, side: Side, wanted: Decimal): string {
  const { average, worst, ...sizes } = estimatedFill(levelsWithin(levels, side, level.price), wanted)
  if (average === undefined || worst === undefined) return ''
  return fullSizeText(side, wanted, { ...sizes, average, worst })
}

function BothSides({
  book = noBook,
  legs,
  side,
  closes,
  quantityLeft: wanted,
  legsMid,
  model,
  own = [],
  isStale,
  children,
}: RfqQuotesProps) {
  const priced = { legs, quantity: wanted, side }
  const [level] = side === undefined ? [] : levelsAgainst(book, side)
  const modelBetter =
    level === undefined || side === undefined || model === undefined ? undefined : betterBy(side, level.price, model)
  return (
    <details className={styles.more}>
      <summary>More</summary>
      <QuoteLadder
        book={book}
        depth={depth}
        priceText={(price, of) => packagePriceText(price, { legs, quantity: wanted, side: opposite(of) })}
        isStale={isStale}
        isTurned={(phraseOf({ legs, side, closes }).side ?? side) !== side}
        isOwn={(each, of) => own.some(one => one.side === of && eq(one.price, each.price))}
      />
      <dl className={styles.facts}>
        <div>
          <dt>Mid</dt>
          <dd>
            <PackagePrice price={bookMid(withoutOwn(book, own))} {...priced} />
          </dd>
        </div>
        <div
          title={
            legsMid === undefined
              ? 'A leg has neither a mid nor a last trade'
              : `Of the legs one by one: ${legsMid.source}`
          }
        >
          <dt>Legs</dt>
          <dd>
            <PackagePrice price={legsMid?.price} {...priced} />
          </dd>
        </div>
        {model !== undefined && (
          <div title="Against the value of the legs by the volatilities of now">
            <dt>Model</dt>
            <dd>
              <PackagePrice price={model} {...priced} />
              {modelBetter === undefined ? '' : `, best is ${againstText(modelBetter, 'it')}`}
            </dd>
          </div>
        )}
      </dl>
      {children}
    </details>
  )
}
